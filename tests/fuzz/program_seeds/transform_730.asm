@gpu 730
@stage VERT
@input VERT_ATTRIB_GENERIC0 r1.y components xyzw index 0
@input VERT_ATTRIB_GENERIC2 r0.w components xy index 2
@input VERT_ATTRIB_GENERIC1 r0.x components xyz index 1
@output VARYING_SLOT_POS r1.y components xyzw index 0
@output VARYING_SLOT_VAR0 r0.x components xyzw index 1
@output VARYING_SLOT_VAR1 r2.y components xyzw index 2
@constants buffer 0 bytes 0..80 at c0
@immediate c5.x

mul.f r2.y, c0.y, r1.z
mul.f r2.z, c1.y, r1.z
mad.f32 r2.y, c0.x, r1.y, r2.y
mad.f32 r2.z, c1.x, r1.y, r2.z
mul.f r2.w, c2.y, r1.z
mul.f r1.z, c3.y, r1.z
mad.f32 r2.w, c2.x, r1.y, r2.w
mad.f32 r1.y, c3.x, r1.y, r1.z
mad.f32 r1.z, c0.z, r1.w, r2.y
mad.f32 r2.y, c1.z, r1.w, r2.z
mad.f32 r2.z, c2.z, r1.w, r2.w
mad.f32 r2.w, c3.z, r1.w, r1.y
mul.f r1.y, c0.y, r0.y
mul.f r1.w, c1.y, r0.y
mul.f r0.y, c2.y, r0.y
mad.f32 r3.x, c0.x, r0.x, r1.y
mad.f32 r3.y, c1.x, r0.x, r1.w
mad.f32 r3.z, c2.x, r0.x, r0.y
mad.f32 r1.y, c0.w, r2.x, r1.z
mad.f32 r1.z, c1.w, r2.x, r2.y
mad.f32 r1.w, c2.w, r2.x, r2.z
mad.f32 r2.x, c3.w, r2.x, r2.w
mad.f32 r0.x, c4.x, r0.w, c4.z
mad.f32 r0.y, c4.y, r1.x, c4.w
mad.f32 r2.y, c0.z, r0.z, r3.x
mad.f32 r2.z, c1.z, r0.z, r3.y
mad.f32 r2.w, c2.z, r0.z, r3.z
mov.u32u32 r0.z, 0
mov.u32u32 r0.w, 0
mov.u32u32 r3.x, 0
end
