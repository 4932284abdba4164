(rpt3)wmm hr16.w, (r)c235.w, (neg)(r)r8.y, (r)1982
(ss)(rpt3)(ul)sad.s32 hr28.y, hc193.x, hr41.z, (neg)hr<a0.x + -152>
(ss)(jp)madsh.m16 r15.x, (last)r8.x, r0.x, (neg)c33.x
(jp)(rpt3)sel.s16 hr25.x, (neg)(r)hc<a0.x + 62>, (neg)(r)hr35.x, hc<a0.x + 242>
(ss)(jp)(rpt2)(ul)andg r43.y, (last)r63.y, (neg)(r)r15.w, (neg)c<a0.x + -279>
(sy)(ss)(nop3) (ul)mad.u24 r25.z, r<a0.x + 382>, r52.y, (last)r23.x
(sy)(rpt1)mad.s24 r56.z, c439.y, (neg)r44.y, (neg)r<a0.x + 46>
(sy)(rpt1)(ul)mad.f16 r7.z, (neg)hc70.w, (neg)hr21.y, hc111.y
(sy)(rpt2)sel.b32 hr36.x, r8.w, r2.z, (neg)r0.z
(sy)(rpt2)wmm.accu hr18.z, c32.x, r2.x, r<a0.x + 128>
(sy)(ss)(jp)dp2acc.unsigned.high r0.z, (last)r10.w, r0.x, r1.y
(sy)(ss)(jp)(sat)(nop1) dp4acc.mixed.high r40.x, c440.x, r16.x, (neg)c<a0.x + -2>
(sy)(ss)(jp)(rpt1)(ul)sad.s16 hr22.x, (neg)(r)hc302.z, (neg)(r)hr49.z, (neg)hc<a0.x + -395>
log2 hr0.x, (abs)hr<a0.x + 461>
(ss)(ul)exp2 r13.y, (neg)459
(ss)sin hr5.z, (abs)hc32.x
(rpt2)cos r18.w, (neg)(r)r32.z
(sat)hlog2 r10.x, (r)40
