gather4b.3d.o.p.s.s2en.nonuniform.base5 (s16)(xy)hr34.x, hr21.y, hr32.w, r34.y, a1.x
samgp0.a.p.s.s2en.nonuniform (s16)(xzw)hr63.z, r11.x, hr12.y
samgp1.s (s32)()r20.w, hr42.z, s#8, t#111
samgp2.p (f32)(y)r25.x, hr0.x, s#0, t#4
samgp3.3d.o.p.s.s2en.nonuniform.base3 (s16)(xzw)hr33.z, hr21.y, hr2.w, r60.x
dsxpp.1.o.s.s2en.uniform.base2 ()r39.x, hr42.y, hr4.x, r8.y, a1.x
dsypp.1.a.p.s.s2en.uniform (x)hr3.y, hr2.z, hr32.z
rgetpos.o (u16)(y)hr46.w, r59.z, r30.w
rgetinfo.p (f32)()r0.z
rgetinfo.3d.p.s2en.uniform.base6 (s16)(xyz)hr22.z, r40.x
quad_shuffle.diag (s16)(w)hr32.x, hr34.x
quad_shuffle.horiz (u8)()hr25.y, hr33.w
(jp)getlod.3d.a.p.s.base5 (s32)(xzw)r36.x, hr8.z, s#186, a1.x
(jp)convm.s2en.nonuniform.base1 (f16)()hr0.z, hr43.y, hr32.x, r2.x
(jp)convm.a.o.s (s16)(yz)hr56.y, r25.z, r30.z, s#8, t#12
(jp)getpos.a.s.s2en.nonuniform.base0 (u16)(w)hr17.x, hr63.x, r33.x, a1.x
(jp)dsx.o (f16)(w)hr14.y, r2.x, r18.y
(jp)gather4b.p.s (f16)()hr4.w, hr16.x, s#4, t#2
