(sy)(ss)(jp)(rpt3)xor.b hr1.y, (absneg)r<a0.x + -80>, -36
(sy)(jp)(rpt1)shl.b (ei)r22.y, (r)228, (neg)(r)r<a0.x + -296>
(sy)(ss)(jp)(sat)(rpt1)getbit.b (ei)r27.x, (abs)c317.y, (neg)(r)c94.w
(sy)(jp)(nop1) (ul)setrm (ei)r63.y, 426
(sy)(ss)(jp)(sat)(rpt2)(ul)msad (ei)hr12.z, (neg)(r)c295.z, (absneg)c35.w
mad.u16 r33.x, hc184.x, hr0.z, (neg)(r)hr<a0.x + 200>
(sat)(rpt3)madsh.u16 r28.z, (neg)c<a0.x + -419>, r8.x, (neg)c143.x
(nop1) (ul)mad.s16 r20.x, hr0.x, (neg)hr8.x, hr0.z
(rpt2)mad.f32 r1.y, (neg)c32.w, (neg)r24.x, r4.x
(sat)(rpt2)(ul)sel.b16 r0.z, (r)hr<a0.x + 289>, (r)hr20.x, (neg)(r)hr0.y
(nop2) shrm hr1.y, 1872, (neg)p0.x, 984
shlm r16.w, (last)hr5.z, hr0.x, (r)(last)hr24.y
(ss)(nop3) (ul)shrg hr0.w, (neg)800, hr34.x, hr33.x
(rpt3)shlg r18.x, (neg)hr<a0.x + -424>, (r)hr0.x, (neg)(last)hr32.y
(ss)(rpt1)(ul)sel.s32 r53.w, (r)c211.w, a0.y, (neg)c<a0.x + 126>
(rpt2)(ul)sel.f16 hr33.y, hr<a0.x + 34>, (r)hr49.z, hr6.x
(rpt1)sel.f32 r0.x, (r)c138.z, r2.x, r8.y
