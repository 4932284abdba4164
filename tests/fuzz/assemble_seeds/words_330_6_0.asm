(sy)atomic.s.cmpxchg.untyped.1d.u16.3.g r2.y, g[r16.z], r8.x, r0.x, r36.y
(sy)stgb.untyped.2d.u8.2 g[79], r7.y, r26.w, 116
