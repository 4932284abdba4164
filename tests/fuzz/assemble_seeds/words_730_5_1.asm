(sy)isam.a.s2en.nonuniform.1d (f16)(xyw)hr7.w, hr47.x, hr47.x
(sy)sam.a.o.s2en.uniform.base2 (u32)(zw)r8.w, hr8.x, hr0.z, r8.x, a1.x
(sy)convm.a.o.s2en.nonuniform.base2 (u8_32)(yw)r41.z, r56.y, r57.z, r51.z, a1.x
(sy)dsy.3d.o.p.base7 (u8)(xzw)hr5.y, hr47.w, hr39.z, a1.x
(sy)gather4r.p.s.s2en.uniform (f16)(w)hr16.x, r34.w, hr8.x
(sy)samgp2.a.o.p.s.s2en.nonuniform.base7 (u16)(yz)hr28.x, r34.y, r34.z, r29.x
(sy)(jp)isaml.a.o.s.s2en.nonuniform (f16)(xyzw)hr34.x, r17.z, p0.z, hr6.w
(sy)(jp)samb.base3 (f16)(xzw)hr29.w, r34.z, r40.y, t#118, a1.x
(sy)(jp)getlod.p.base6 (u32)(xyz)r11.x, r12.w, t#200, a1.x
(sy)(jp)dsx.3d.a.o.p.s2en.uniform.base6 (u8_32)(xyzw)r52.x, r0.y, r9.z, a0.z
(sy)(jp)gather4g.3d.a.s.s2en.nonuniform.base4 (s16)(xy)hr32.w, hr35.x, r0.z, a1.x
stg.a.s16 g[r1.x+r0.y+128], hr13.x, 1
stc.u32 c[a1.x+1535], r2.x, 3
(jp)ldg.a.s32 r12.x, g[r49.z+r41.y+77], 1
(sy)stsc.u8_32 c[2314], 161, 34
(ss)ccinv
(ss)lock
(jp)unlock
(jp)alias.5.b32.14 r27.w, r37.x
