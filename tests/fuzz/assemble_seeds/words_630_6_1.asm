(jp)resinfo.f16.2d r38.x, g[116]
(jp)atomic.cmpxchg.typed.4d.u8.3.l r3.w, l[r51.z], r5.y
(jp)atomic.g.xor.typed.2d.f16.1.g r26.z, 42, r32.x
(jp)stib.b.typed.1d.u32.1.imm a0.z, r53.z+127, 57
(sy)ldg.f32 r35.y, g[r38.y+608], 0
(sy)ldg.k.u32 c[a1.x+89], g[r12.y-3263], 9
(sy)atomic.b.dec.typed.2d.f16.1.imm hr4.x, r48.y, 129
(sy)ldc.56.k.uniform.base4 c[a1.x], r52.z, r54.y
(sy)atomic.b.and.typed.2d.u8.3.uniform.base4 hr33.w, r5.y, r57.x
(sy)ldl.s32 r18.x, l[r33.y-852], 78
(sy)stg.a.s16 g[r35.y+r48.w<<4+2<<2], hr19.y, 4
(sy)atomic.inc.untyped.1d.f32.2.l r58.x, l[r34.y], r8.y
(sy)atomic.dec.untyped.2d.u8.2.l r59.x, l[r8.x], r32.y
(sy)atomic.g.cmpxchg.untyped.2d.u16.3.g r4.x, r16.x, r4.y
(sy)atomic.or.typed.1d.s16.3.l r0.x, l[176], r40.y
(sy)atomic.g.or.typed.2d.u8.4.g r53.x, r23.x, 22
(sy)(jp)getspid.f16 r23.w
(sy)(jp)stg.s16 g[r28.y+3716], hr47.z, 3
(sy)(jp)stl.u16 l[r4.w-3856], r16.z, 103
(sy)(jp)atomic.g.dec.untyped.3d.f32.1.g r46.y, r30.w, 53
(sy)(jp)atomic.min.untyped.4d.f32.1.l r0.y, l[r8.x], 2
