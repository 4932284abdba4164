isamm.a.s2en.uniform (f16)()hr41.x, hr4.y, hr9.x
samb.p.s2en.nonuniform.base4 (s16)()hr0.x, r58.z, r33.y, r60.z, a1.x
gather4g.o.p.s.base4 (s16)(yw)hr43.w, r49.y, r40.z, s#4, t#3
gather4a.a.s2en.nonuniform.base6 (u8)(y)hr14.w, r40.x, r11.y
rgetpos.a.o.s.s2en.uniform.base0 (u16)(yw)hr32.x, hr18.x, hr5.x, r34.y, a1.x
(jp)dsx.a.o.s.s2en.nonuniform (f16)(w)hr0.z, hr33.x, hr4.x, hr0.y
(sy)saml.o.p.s.s2en.nonuniform.base1 (u16)(x)hr2.y, hp0.x, hr58.y, r55.x
(sy)(jp)isam.3d.o.v.base6 (u16)(yz)hr6.y, hr31.w, hr25.y, s#2, t#2, a1.x
ldib.typed.1d.s16.2 r47.y, g[192], 59, r15.w
g2l.g.s16 r33.z, [r19.y-3948], r2.w
l2g.s32 r14.x, [145+2064], r0.x
l2g.s32 [r4.x-85], r3.x, r13.y
l2g.s32 [r6.x+8], [r6.x+640], r18.z
ldgb.untyped.1d.u16.1 r1.y, g[128], r1.w, r1.y
stib.untyped.1d.f16.2 g[193], r39.z, r0.x, r0.x
ldc.f16 hr13.z, [r51.x+424], r28.y
(jp)atomic.s.dec.typed.1d.u8.2.g r50.y, g[26], 19, r19.w, r25.z
(sy)l2g.f16 r2.x, r8.y, r0.x
(sy)prefetch.f32 r12.x, [7+1163], 176
