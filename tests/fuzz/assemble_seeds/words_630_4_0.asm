(ul)hexp2 hr8.w, hr9.x
(jp)(sat)(rpt1)rcp hr52.z, hr0.x
(jp)(rpt1)(ul)sqrt r13.w, (abs)(r)h859
(ss)(jp)(rpt2)hrsq r56.x, (neg)-231
(sy)(ss)(sat)(rpt3)(ul)rsq hr14.x, (r)546
isam.a.s2en.nonuniform.base0.1d (u8_32)(z)r51.z, hr19.x+100, r32.z
isaml.o (s16)(yzw)hr0.x, hr15.x, hr28.y, s#4, t#36
isaml.3d.o.p.s.s2en.nonuniform (f16)(xyw)hr38.w, r29.x, r10.x, hr53.z
sam.o.s2en.nonuniform.base5 (f32)(z)r2.z, hr1.z, hr2.x, r50.x
samb.a (f32)()r4.x, hr8.x, hr25.x, s#0, t#38
saml.3d.a.s2en.uniform (u16)(w)hr26.x, hr46.x, hr33.x, hr0.x
samgq.a.s (u16)()hr0.x, hr56.z, s#0, t#5
getlod.o.s (u16)()hr8.z, r34.x, r33.x, s#0, t#1
conv.o.p.s (u16)(w)hr12.x, hr60.w, hr10.x, s#2, t#64
getbuf.o.base3 (s16)(yz)hr46.w, hr35.x, a1.x
getbuf.3d.a.o.p (u16)()hr48.x, hr5.x, t#38
getpos.a (f32)(x)r17.w, hr0.w, t#113
getinfo.o (u32)()r17.x, hr17.x, t#0
dsy.p (f16)(x)hr1.x, hr55.x
gather4r (f32)(w)r36.y, r20.x, s#1, t#0
gather4r.3d.o.s.s2en.nonuniform (s32)(x)a0.w, r26.w, r6.x, hr59.x
