@gpu 730
@stage FRAG
@system_value SYSTEM_VALUE_BARYCENTRIC_PERSP_PIXEL r0.x components xy index 0
@varying VARYING_SLOT_VAR0 at 0 components xy index 0
@varying VARYING_SLOT_VAR1 at 4 components xyz index 1
@output FRAG_RESULT_DATA0 r1.x components xyzw index 0
@constants buffer 0 bytes 0..80 at c0
@immediate c5.x
@prefetch varying 0 to r0.z components xyz sampler 0 texture 0
@sampler 0 2D

bary.f r1.y, 5, r0.x
bary.f r1.z, 4, r0.x
bary.f (ei)r0.x, 6, r0.x
mov.u32u32 r1.w, 0x3f800000
(nop1) mul.f r0.y, r1.y, r1.y
(nop1) mad.f32 r0.y, r1.z, r1.z, r0.y
mad.f32 r0.y, r0.x, r0.x, r0.y
(rpt5)nop
rsq r0.y, (abs)r0.y
(ss)mul.f r1.y, r1.y, r0.y
mul.f r1.z, r1.z, r0.y
(nop1) mul.f r0.x, r0.x, r0.y
mul.f r0.y, r1.y, c1.y
mul.f r1.y, r1.y, c0.y
mad.f32 r0.y, c1.x, r1.z, r0.y
mad.f32 r1.y, c0.x, r1.z, r1.y
mad.f32 r0.y, c1.z, r0.x, r0.y
(nop2) mad.f32 r0.x, c0.z, r0.x, r1.y
max.f r0.y, r0.y, (0.0)
(nop2) max.f r0.x, r0.x, (0.0)
mul.f r0.y, r0.y, r0.y
mad.f32 r1.y, c3.x, r0.x, c2.x
mad.f32 r1.z, c3.y, r0.x, c2.y
mad.f32 r0.x, c3.z, r0.x, c2.z
mul.f r0.y, r0.y, r0.y
(sy)mul.f r0.z, r0.z, r1.y
mul.f r0.w, r0.w, r1.z
mul.f r0.x, r1.x, r0.x
(sat)mad.f32 r1.x, c4.x, r0.y, r0.z
(sat)mad.f32 r1.y, c4.y, r0.y, r0.w
(sat)mad.f32 r1.z, c4.z, r0.y, r0.x
end
