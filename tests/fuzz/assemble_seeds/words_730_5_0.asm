isamm.3d.s.base3 (u16)(yw)hr52.z, hr33.w, s#4, t#8
saml.a.s.s2en.uniform.base0 (u16)()hr0.x, hr0.z, hr1.w, r32.x, a1.x
samgq.s2en.nonuniform (u16)(x)hr16.z, hr18.x, hr13.x
conv.s2en.uniform (s16)()hr16.y, hr28.x, hr0.x, hr0.x
getbuf.o.p.s.s2en.nonuniform.base5 (u8)(yzw)hr37.w, r11.y, r38.y, a1.x
getpos.3d.s.s2en.uniform (f32)(x)r0.y, hr17.x, hr38.w
gather4b.o.s2en.uniform.base5 (u8)(yz)hr51.z, hr22.y, hr9.x, r2.z, a1.x
samgp1.a.p.s.s2en.nonuniform (u8_32)(y)r34.x, hr57.z, hr21.y
samgp3.s2en.uniform (f32)(x)r0.w, r1.x, hr1.w
dsypp.1.3d.a.s2en.uniform (y)hr48.y, hr56.x, hr0.z
rgetpos.a.s2en.uniform (u32)(yz)r56.w, r45.w, hr11.z
(jp)getsize.o.s.s2en.nonuniform.base4 (f16)(x)hr16.w, hr4.x, hr56.x, r48.x
(jp)getinfo.3d.p.s2en.nonuniform.base5 (s16)(x)hr2.w, r44.y
(jp)gather4a.p.s2en.uniform.base2 (u8)(x)hr25.y, hr40.y, r10.z
(jp)samgp0.p.s.s2en.uniform (f16)(xyz)hr33.x, hr13.z, hr15.x
(jp)dsxpp.1.a.p.s2en.uniform (x)hr17.z, hr22.x, hr40.x
(jp)rgetinfo.3d.s.s2en.uniform (f32)()r10.x, hr0.x
