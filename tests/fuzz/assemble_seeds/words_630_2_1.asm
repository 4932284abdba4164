(jp)cmpv.u.lt (ei)hr14.x, hr20.x, hr<a0.x + 2>
(jp)(nop1) (ul)mul.u24 r32.y, hc232.x, hc81.y
(jp)(rpt1)mul.s24 hr11.x, (abs)hc357.z, (absneg)h(-188)
(ss)(jp)(nop2) (ul)shr.b (ei)hr59.y, (absneg)hr32.z, (neg)hc324.z
(jp)(sat)(nop3) (ul)ashr.b r46.x, hc292.w, hr42.y
(ss)(jp)(rpt3)(ul)mgen.b (ei)r39.w, (neg)(r)h874, (abs)(r)c477.x
(jp)(rpt2)shb hr4.w, (neg)(r)h496, 616
(sy)(sat)(rpt2)(ul)max.f r39.w, hc458.z, (abs)(r)h915
(sy)(sat)(rpt1)(ul)sign.f (ei)r25.w, (neg)r<a0.x + 75>
(sy)(sat)(nop1) (ul)cmps.f.lt r18.w, (absneg)r4.x, (neg)r<a0.x + 270>
(sy)(rpt3)cmpv.f.7 hr34.w, (abs)205, (abs)r<a0.x + -79>
(sy)(rpt1)cmps.s.eq (ei)hr18.x, (abs)h(35), hr18.x
(sy)(ss)(sat)(rpt3)not.b hr58.w, (neg)h(-363)
(sy)(sat)(rpt3)mull.u (ei)r25.w, (neg)(r)c3.z, c399.y
(sy)(rpt3)bfrev.b (ei)r32.x, hc8.y
(sy)(jp)(nop1) add.f (ei)hr6.x, hr4.x, hc96.x
(sy)(jp)(sat)(rpt3)(ul)rndaz.f r17.w, (neg)(r)h(-409)
(sy)(ss)(jp)(ul)trunc.f (ei)r0.z, hc381.x
(sy)(jp)(nop1) max.s hr42.y, (absneg)hc143.y, (abs)h325
