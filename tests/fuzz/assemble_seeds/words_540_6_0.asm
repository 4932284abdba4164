(sy)atomic.s.cmpxchg.untyped.3d.f32.4.g r0.z, g[r32.w], 8, 140, r31.y
(sy)atomic.s.and.typed.1d.f16.4.g r0.w, g[r33.w], 91, 84, r37.x
(sy)atomic.s.or.untyped.1d.f16.1.g r1.z, g[r16.x], r37.x, r0.x, r55.x
(sy)atomic.s.xor.typed.4d.f32.3.g r44.x, g[169], 77, 249, r5.w
(sy)(jp)atomic.s.add.untyped.3d.u32.1.g r9.z, g[115], 24, 169, r47.z
(sy)(jp)atomic.s.min.typed.4d.u16.4.g r52.z, g[112], r18.w, r50.x, r26.w
