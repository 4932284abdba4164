(jp)gather4a.s.s2en.uniform (f16)(z)hr20.x, hr34.y, hr33.w
(jp)gather4a.3d.a.o.p.s (u8)(xw)hp0.y, r27.x, r18.w, s#14, t#38
(jp)samgp2.3d.o.s.s2en.uniform (s16)(yz)hr23.z, r49.y, r37.x, hr22.x
(jp)rgetpos.3d.a.p.s.s2en.nonuniform (f16)(xy)hp0.w, hr36.z, hr10.y
(jp)brcst.active.w2 (f16)()hr32.z, r40.z
(jp)quad_shuffle.vert (u8)(xyzw)hr31.x, r28.w, r40.z
(sy)isamm (f16)(z)hr0.x, r1.w, s#7, t#52
(sy)sam.p (u16)()hr9.x, hr0.z, s#13, t#0
(sy)samb.3d.s.base3 (f16)(y)hr11.x, hr8.x, hr8.x, s#6, t#0
(sy)getsize.3d.s2en.uniform (s32)(yw)r18.x, r46.z, hr8.w
(sy)getsize.a.o.p (u8)(yzw)hr21.z, hr51.z, hr59.z, t#45
(sy)dsx.3d.p.s.s2en.nonuniform (u8)(w)hr45.x, r32.x, hr6.w
(sy)dsy.s2en.nonuniform (u16)(y)hr0.x, r0.z, hr43.y
(sy)gather4g.3d.a.s2en.uniform.base7 (s16)()hr53.x, hr54.x, r63.w, a1.x
(sy)gather4g.a.p (f16)(y)hr15.z, hr33.y, s#8, t#32
(sy)samgp0.p (f32)(yzw)r1.z, hr18.w, s#10, t#34
(sy)samgp1.3d.s2en.uniform (u16)(x)hr49.x, hr18.x, hr8.x
(sy)samgp3.3d.p (f16)(zw)hr32.z, hr2.x, s#2, t#0
