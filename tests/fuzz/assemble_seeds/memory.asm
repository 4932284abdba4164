sam.s2en.uniform (f32)(xyzw)r0.x, r1.x, hr2.x
sam.base3 (f32)(x)r0.x, r1.x, s#1, t#2
ldg.f32 r0.x, g[r1.x-4], 1
ldc.4.k.imm c[a1.x], 2, 3
stib.b.typed.2d.f32.4.imm r0.x, r1.x+7, 2
getlast.w8 #3
