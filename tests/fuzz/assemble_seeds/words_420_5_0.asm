conv.p.s2en.uniform (f16)(x)hr52.x, hr32.z, hr20.w, hr0.x
convm.o.s.s2en.nonuniform.base1 (f32)(y)r8.x, hr41.x, hr34.y, r4.y, a1.x
getpos.3d.s2en.uniform.base0 (u16)()hr2.z, hr28.x, r4.w, a1.x
dsy.a.p.s2en.uniform.base0 (u16)(zw)hr52.x, hr0.x, r50.x, a1.x
dsxpp.1.3d.p.s.s2en.nonuniform.base0 (xyw)hr53.z, hr9.w, r43.w, a1.x
rgetinfo.s2en.uniform.base0 (f32)(x)r2.z, r40.w
(jp)gather4b.3d.a.base5 (f16)(zw)hr4.z, hr38.y, s#13, t#9, a1.x
(jp)samgp3.s.s2en.nonuniform (s16)()hr17.z, r12.x, hr16.y
(sy)getsize.3d.a.o.s.base1 (u32)(z)r41.y, r27.w, r12.z, t#12
(sy)gather4r.3d.p.s.s2en.uniform (f16)(z)hr32.x, r8.x, hr0.x
(sy)(jp)isaml.3d.a.p.s2en.uniform.base1 (u16)()hr33.x, r26.z, r42.z, r9.y, a1.x
(sy)(jp)samgp0.3d.o.s.s2en.uniform.base7 (f32)(xz)r52.z, hr60.z, hr55.y, r38.y, a1.x
g2l.g.f16 [r1.x-111], [r4.z+2560], r48.x
prefetch.f16 [r1.x-112], [48+3072], r8.x
prefetch.f16 [r20.x+20], 152, r17.x
prefetch.s16 r32.x, r0.z, r34.x
atomic.s.add.untyped.4d.f32.3.g r0.z, g[0], r24.z, r4.y, r0.w
