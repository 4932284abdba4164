@gpu 330
@stage FRAG
@system_value SYSTEM_VALUE_BARYCENTRIC_PERSP_PIXEL r0.x components xy index 0
@varying VARYING_SLOT_VAR0 at 0 components xy index 0
@varying VARYING_SLOT_VAR1 at 4 components xyz index 1
@output FRAG_RESULT_DATA0 r0.x components xyzw index 0
@constants buffer 0 bytes 0..80 at c0
@immediate c5.x
@sampler 0 2D

bary.f r1.x, 0, r0.x
bary.f r1.y, 1, r0.x
bary.f r1.z, 5, r0.x
bary.f r1.w, 4, r0.x
bary.f (ei)r2.x, 6, r0.x
mov.u32u32 r0.w, 0x3f800000
mul.f r2.y, r1.z, r1.z
nop
sam (f32)(xyz)r0.x, r1.x, s#0, t#0
mad.f32 r2.y, r1.w, r1.w, r2.y
nop
mad.f32 r2.y, r2.x, r2.x, r2.y
(rpt5)nop
rsq r2.z, (abs)r2.y
(ss)mul.f r1.z, r1.z, r2.z
mul.f r1.w, r1.w, r2.z
mul.f r2.x, r2.x, r2.z
nop
mul.f r2.y, r1.z, c1.y
mul.f r1.z, r1.z, c0.y
mad.f32 r2.y, c1.x, r1.w, r2.y
mad.f32 r1.z, c0.x, r1.w, r1.z
mad.f32 r1.w, c1.z, r2.x, r2.y
mad.f32 r1.z, c0.z, r2.x, r1.z
(rpt1)nop
max.f r1.w, r1.w, (0.0)
max.f r1.z, r1.z, (0.0)
(rpt1)nop
mul.f r1.w, r1.w, r1.w
mad.f32 r2.x, c3.x, r1.z, c2.x
mad.f32 r2.y, c3.y, r1.z, c2.y
mad.f32 r1.z, c3.z, r1.z, c2.z
mul.f r1.w, r1.w, r1.w
(sy)mul.f r0.x, r0.x, r2.x
mul.f r0.y, r0.y, r2.y
mul.f r0.z, r0.z, r1.z
(sat)mad.f32 r0.x, c4.x, r1.w, r0.x
(sat)mad.f32 r0.y, c4.y, r1.w, r0.y
(sat)mad.f32 r0.z, c4.z, r1.w, r0.z
end
