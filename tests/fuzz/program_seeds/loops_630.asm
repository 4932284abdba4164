@gpu 630
@stage FRAG
@system_value SYSTEM_VALUE_BARYCENTRIC_PERSP_PIXEL r0.z components xy index 0
@varying VARYING_SLOT_VAR0 at 0 components xyzw index 0
@system_value SYSTEM_VALUE_BARYCENTRIC_LINEAR_PIXEL r0.x components xy index 0
@varying VARYING_SLOT_VAR1 at 4 components xyzw index 1
@output FRAG_RESULT_DATA0 r0.x components xyzw index 0
@constants buffer 0 bytes 0..256 at c0
@immediate c16.x 00000000 3eaaaaa6 00000003
@sampler 0 2D

mov.u32u32 r2.w, 0
mov.u32u32 r4.w, 0
mov.u32u32 r6.w, 0
mov.u32u32 r8.w, 0
mov.u32u32 r2.z, 0
mov.u32u32 r4.z, 0
mov.u32u32 r6.z, 0
mov.u32u32 r8.z, 0
mov.u32u32 r2.y, 0
mov.u32u32 r4.y, 0
mov.u32u32 r6.y, 0
mov.u32u32 r8.y, 0
mov.u32u32 r2.x, 0
mov.u32u32 r4.x, 0
mov.u32u32 r6.x, 0
mov.u32u32 r8.x, 0
mov.u32u32 r1.w, 0
mov.u32u32 r3.w, 0
mov.u32u32 r5.w, 0
mov.u32u32 r7.w, 0
mov.u32u32 r1.z, 0
mov.u32u32 r3.z, 0
mov.u32u32 r5.z, 0
mov.u32u32 r7.z, 0
bary.f r9.x, 0, r0.z
bary.f r9.z, 4, r0.x
bary.f r9.y, 5, r0.x
bary.f r9.w, 6, r0.x
bary.f r0.x, 7, r0.x
mov.u32u32 r1.y, 0
mov.u32u32 r3.y, 0
mov.u32u32 r5.y, 0
mov.u32u32 r7.y, 0
mov.u32u32 r1.x, 0
mov.u32u32 r3.x, 0
mov.u32u32 r5.x, 0
mov.u32u32 r7.x, 0
absneg.f r0.y, (absneg)r9.y
absneg.f r9.w, (absneg)r9.w
absneg.f r0.x, (absneg)r0.x
bary.f r9.y, 1, r0.z
bary.f r10.x, 2, r0.z
bary.f (ei)r0.z, 3, r0.z
absneg.f r0.w, (absneg)r9.z
cmps.f.lt r10.y, r9.x, (0.5)
mov.u32u32 r10.z, 0
l0: (rpt2)nop
cmps.u.ge p0.x, r10.z, 8
(rpt5)nop
br p0.x, #l1
add.u r10.w, r10.z, 1
min.u r11.x, r10.z, 7
cmps.u.lt r11.y, r10.z, 8
add.u r10.z, r10.z, 3
min.u r11.z, r10.w, 15
cov.s32s16 hr22.x, r11.x
cmps.u.lt r11.w, r10.w, 16
sel.b32 r10.z, r10.z, r10.y, r10.w
shl.b hr21.z, r11.z, 2
mova a0.x, hr22.x
(rpt5)nop
mov.u32u32 r11.z, r<a0.x + 28>
mov.u32u32 r12.x, r<a0.x + 20>
mov.u32u32 r12.y, r<a0.x + 12>
(ul)mov.u32u32 r12.z, r<a0.x + 4>
mova a0.x, hr21.z
(rpt5)nop
sel.b32 r10.w, c<a0.x + 0>, r11.w, c16.x
sel.b32 r12.w, c<a0.x + 1>, r11.w, c16.x
sel.b32 r13.x, c<a0.x + 2>, r11.w, c16.x
(ul)sel.b32 r11.w, c<a0.x + 3>, r11.w, c16.x
mova a0.x, hr22.x
mad.f32 r10.w, r9.x, r10.w, r0.w
mad.f32 r11.x, r9.y, r12.w, r0.y
mad.f32 r12.w, r10.x, r13.x, r9.w
mad.f32 r11.w, r0.z, r11.w, r0.x
sel.b32 r10.w, r10.w, r11.y, r11.z
sel.b32 r11.x, r11.x, r11.y, r12.x
sel.b32 r11.z, r12.w, r11.y, r12.y
sel.b32 r11.y, r11.w, r11.y, r12.z
mov.u32u32 r<a0.x + 28>, r10.w
mov.u32u32 r<a0.x + 20>, r11.x
mov.u32u32 r<a0.x + 12>, r11.z
(ul)mov.u32u32 r<a0.x + 4>, r11.y
jump #l0
l1: (jp)cmps.s.eq p0.x, r10.z, 1
cmps.s.ne r0.x, r10.z, 1
(rpt4)nop
br !p0.x, #l2
sam (f32)(xyzw)r10.y, r9.x, s#0, t#0
jump #l4
l2: (jp)cmps.s.ne p0.x, r0.x, 0
(rpt5)nop
br !p0.x, #l3
mov.u32u32 r0.x, r7.x
mov.u32u32 r0.y, r7.y
mov.u32u32 r0.w, r5.x
mov.u32u32 r9.w, r5.y
mov.u32u32 r10.y, r3.x
mov.u32u32 r10.w, r3.y
mov.u32u32 r10.z, r1.x
mov.u32u32 r11.x, r1.y
add.f r0.x, r0.x, (neg)r0.y
add.f r0.w, r0.w, (neg)r9.w
add.f r11.y, r10.y, (neg)r10.w
add.f r11.z, r10.z, (neg)r11.x
(sat)mad.f32 r10.y, r9.x, r0.x, r0.y
(sat)mad.f32 r10.z, r9.y, r0.w, r9.w
(sat)mad.f32 r10.w, r10.x, r11.y, r10.w
(sat)mad.f32 r11.x, r0.z, r11.z, r11.x
jump #l4
l3: (jp)mov.u32u32 r11.x, 0
mov.u32u32 r10.w, 0
mov.u32u32 r10.z, 0
mov.u32u32 r10.y, 0
l4: (jp)cmps.f.ne p0.x, r9.z, (0.0)
(rpt5)nop
br !p0.x, #l5
(sy)cmps.f.lt p0.x, r11.x, (0.0)
(rpt5)nop
kill p0.x
jump #l6
l5: (sy)(jp)exp2 r10.y, r10.z
l6: (ss)(jp)absneg.s r0.x, (neg)r10.y
mov.u32u32 r0.y, 3
rcp r0.w, r0.z
mov.u32u32 r9.x, r5.z
mov.u32u32 r5.x, r7.z
clz.b r5.y, r0.x
mov.u32u32 r5.z, r3.z
mul.f r3.x, r10.z, r9.x
mov.u32u32 r3.y, r1.z
sub.s r1.x, 31, r5.y
mad.f32 r1.y, r10.y, r5.x, r3.x
(ss)(sat)mul.f r0.z, r10.y, r0.w
mad.f32 r0.w, r10.w, r5.z, r1.y
sel.b32 r1.x, r1.x, r0.x, r5.y
(sat)(nop2) mad.f32 r0.x, r11.x, r3.y, r0.w
cov.u32f32 r1.y, r1.x
(sat)(nop2) max.f r0.w, r1.x, r1.x
(nop3) mul.f r1.y, r1.y, c16.y
cov.f32u32 r1.y, r1.y
(rpt2)nop
(nop1) mull.u r1.z, r1.y, 3
(nop1) madsh.m16 r1.z, r1.y, r0.y, r1.z
(nop3) madsh.m16 r1.z, c16.z, r1.y, r1.z
(nop3) sub.u r1.x, r1.x, r1.z
cov.u32f32 r1.z, r1.x
(rpt2)nop
(nop3) mul.f r1.z, r1.z, c16.y
cov.f32u32 r1.z, r1.z
(rpt2)nop
mull.u r1.w, r1.z, 3
add.u r1.y, r1.y, r1.z
(nop1) madsh.m16 r0.y, r1.z, r0.y, r1.w
(nop3) madsh.m16 r0.y, c16.z, r1.z, r0.y
(nop3) sub.u r0.y, r1.x, r0.y
(nop3) cmps.u.ge r0.y, r0.y, 3
(nop3) add.u r0.y, r1.y, r0.y
(sat)max.f r0.y, r0.y, r0.y
end
