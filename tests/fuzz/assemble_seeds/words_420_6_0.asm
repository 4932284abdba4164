atomic.s.sub.untyped.1d.s16.1.g r0.x, g[7], r32.z, r20.y, r33.x
atomic.s.xchg.untyped.1d.u32.3.g r0.x, g[r8.x], r8.z, 22, r13.x
atomic.s.inc.untyped.1d.f16.2.g r21.y, g[r53.w], r28.z, r1.x, r16.x
atomic.s.min.untyped.1d.f16.1.g r1.x, g[r0.x], 194, 0, r0.x
atomic.s.and.typed.2d.s32.3.g r21.z, g[175], 140, r41.y, r2.z
atomic.s.or.untyped.3d.f16.1.g r8.x, g[r2.x], r6.y, r0.x, r8.x
ldc.f16 hr1.x, r4.x, r43.x
(jp)g2l.u16 r3.y, r6.y, 4
(jp)g2l.u8 [r18.y+32], 2368, r0.w
(jp)atomic.s.max.untyped.1d.f32.1.g r8.x, g[r21.y], 130, 198, r20.x
(sy)resfmt.f16 hr33.x, r20.y, r2.x
(sy)resfmt.f32 r40.z, [r0.x+1028], 4
(sy)(jp)atomic.s.xor.untyped.4d.f16.1.g r59.x, g[r9.z], 216, r41.w, r59.w
