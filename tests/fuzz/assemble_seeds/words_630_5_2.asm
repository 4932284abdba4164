(sy)dsxpp.1.3d.a.p.s (xy)r11.w, r40.w
(sy)tcinv
(sy)quad_shuffle.brcst (f32)(yz)r26.y, r44.x, r6.x
(sy)(jp)isam.3d.1d (u8_32)(xyw)r47.x, r60.w, s#3, t#95
(sy)(jp)isamm.a.o.s2en.uniform (f32)(y)r6.x, hr22.y, hr42.z, hr28.x
(sy)(jp)saml.3d.p.s (u16)(x)hr51.x, r28.y, r6.z, s#1, t#31
(sy)(jp)samgq.3d.a.o.s.base6 (s32)(xyz)r27.x, hr9.z, hr31.z, s#5, t#15
(sy)(jp)conv.3d.o.s.s2en.nonuniform (u32)(xyzw)r53.y, r43.y, r42.x, hr49.y
(sy)(jp)getinfo.3d.p.s.s2en.uniform.base2 (u32)(w)r34.x, r37.w, a1.x
(sy)(jp)dsypp.1.3d.p.s (xyw)r34.y, hr21.x
ldg.a.u16 hr47.x, g[r2.x+(r44.z+2)<<2], 0
getfiberid.f32 r25.x
resinfo.b.untyped.3d.u16.1.3.base0 r56.y, r18.z
getwid.s16 r37.z
atomic.b.cmpxchg.untyped.1d.f16.1.nonuniform.base0 hr7.x, r0.x, r0.y
atomic.b.min.untyped.4d.f16.2.imm hr18.z, r17.z, 40
atomic.b.sub.untyped.1d.f16.2.imm.base0 hr36.z, r41.z, 64
atomic.b.inc.untyped.1d.f16.1.imm hr14.x, r39.y, 108
atomic.b.xchg.typed.4d.u8_32.1.3 r22.y, r25.y, r10.y
atomic.b.or.typed.2d.u8_32.2.imm r8.w, r50.x, 100
