sam.a.p.s2en.uniform.base6 (s16)(zw)hr26.x, r40.x, r5.z, a1.x
getinfo.3d.o.p.s.base3 (s16)(zw)hr1.y, r58.x, t#3, a1.x
samgp2.a.s.s2en.uniform (f32)(x)r0.x, hr36.z, hr41.x
(jp)samgq.a.s2en.nonuniform.base0 (s16)(yz)hr16.y, r39.y, r0.x
(sy)getlod.p.s2en.uniform.base3 (u32)(xyz)p0.y, r23.x, r46.y, a1.x
(sy)getbuf.o.s2en.nonuniform (s16)(y)hr35.z, hr35.w, hr1.w
(sy)samgp1.3d.o.s.s2en.nonuniform.base1 (s32)(z)r4.w, hr52.x, hr53.y, r48.w
(sy)dsypp.1.3d.a.p.s.s2en.uniform.base4 (xyzw)r45.z, r29.z, r50.x, a1.x
atomic.s.sub.untyped.4d.f16.2.g r6.w, g[r29.z], r12.z, 100, r27.z
atomic.s.max.untyped.4d.s16.4.g r41.z, g[15], 246, 232, r22.z
stgb.untyped.1d.f16.1 g[r0.y], r33.x, r32.y, r8.z
stib.untyped.3d.u8_32.1 g[65], r45.y, 217, 173
(jp)ldgb.untyped.1d.f16.1 r17.y, g[r1.z], r4.x, 137
(sy)atomic.s.xchg.untyped.3d.u8.1.g r6.w, g[174], r24.w, 157, r37.z
(sy)atomic.s.inc.typed.2d.s16.2.g r49.x, g[r3.z], 10, r43.y, r5.y
(sy)atomic.s.dec.untyped.3d.f16.4.g r4.z, g[r2.x], 200, r36.z, r33.z
