(ss)(rpt3)(ul)ceil.f (ei)r49.w, (neg)(r)-353
(ss)(rpt2)(ul)rndne.f (ei)r44.x, (absneg)c236.w
(ss)(rpt3)add.s (ei)hr38.z, (abs)hc420.w, (abs)(r)hc395.z
(sat)(rpt2)sub.u hr0.y, (last)(neg)hr3.z, (r)hr1.x
sub.s hr32.x, h(640), hc1.x
(sat)(nop2) (ul)cmps.u.lt hr0.y, (abs)128, c2.x
(ul)and.b hr42.w, hr8.x, (absneg)hr<a0.x + 32>
(ss)(sat)(nop2) or.b (ei)hr42.x, c169.z, (neg)h615
(ss)(sat)(rpt1)(ul)cmpv.s.eq (ei)r60.w, (abs)(r)c103.y, (neg)c206.y
clz.s hr41.w, h(161)
(ss)(nop2) clz.b r40.z, hr<a0.x + 10>
(sat)flat.b hr9.z, (neg)hc44.w, (absneg)hc1.x
(ss)(sat)(rpt3)bary.f r16.y, (absneg)(r)c<a0.x + -250>, c65.z
(ss)cbits.b (ei)r6.z, hc128.x
(jp)(rpt2)(ul)min.f (ei)r9.z, (absneg)(r)c511.w, (abs)c188.w
(jp)(sat)floor.f r50.w, hc64.x
(jp)(sat)(nop1) (ul)add.u hr2.x, (absneg)hc397.z, (abs)hr<a0.x + -254>
(jp)(nop2) (ul)min.u (ei)hr15.w, (abs)c<a0.x + 504>, (abs)506
(jp)(sat)(nop3) (ul)min.s hr60.y, (neg)749, 195
(jp)(rpt1)max.u (ei)hr32.x, h(4), h(526)
(ss)(jp)(nop1) absneg.s hr25.x, hr2.z
