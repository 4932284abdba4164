@gpu 630
@stage COMP
@wave 64
@workgroup 1 1 1
@system_value SYSTEM_VALUE_WORKGROUP_ID r48.x components xyz index 0
@system_value SYSTEM_VALUE_LOCAL_INVOCATION_ID r0.x components xy index 0
@constants buffer 0 bytes 0..32 at c0 by program
@resource uniform_buffer 0 set 0 binding 0 unit 0
@argument address a at 0 bytes 8
@argument address b at 8 bytes 8
@argument address c at 16 bytes 8
@argument value n at 24 bytes 4 integers 4
@parameter SYSTEM_VALUE_BASE_WORKGROUP_ID c5.x count 3
@parameter SYSTEM_VALUE_WORKGROUP_SIZE c6.x count 3
@immediate c7.x

shps #l0
getone #l0
mova1 a1.x, 0
(rpt5)nop
ldc.2.k.imm.base0 c[a1.x], 0, 0
(sy)(ss)shpe
l0: (jp)mov.u32u32 r0.z, r48.y
mov.u32u32 r0.w, c6.y
mov.u32u32 r1.x, r48.x
mov.u32u32 r1.y, c6.x
add.s r0.z, r0.z, c5.y
cmps.s.lt p0.x, 0, c1.z
add.s r1.x, r1.x, c5.x
mov.u32u32 r1.z, c1.z
(nop1) mull.u r1.w, r0.z, c6.y
madsh.m16 r0.w, r0.z, r0.w, r1.w
mull.u r1.w, r1.x, c6.x
madsh.m16 r0.z, c6.y, r0.z, r0.w
(nop1) madsh.m16 r0.w, r1.x, r1.y, r1.w
madsh.m16 r0.w, c6.x, r1.x, r0.w
(nop2) add.u r0.y, r0.z, r0.y
add.u r0.x, r0.w, r0.x
(nop1) mull.u r0.z, r0.y, c1.z
(nop1) madsh.m16 r0.z, r0.y, r1.z, r0.z
madsh.m16 r0.y, c1.z, r0.y, r0.z
br !p0.x, #l2
mov.u16u16 hr1.x, 0
mov.u32u32 r0.w, 0
l1: (rpt2)nop
mull.u r1.x, r0.w, c1.z
add.u r1.y, r0.w, r0.y
madsh.m16 r1.x, r0.w, r1.z, r1.x
add.u r1.w, r0.w, 1
madsh.m16 r0.w, c1.z, r0.w, r1.x
shl.b r1.x, r1.y, 1
ashr.b r1.y, r1.y, 31
cmps.s.ge p0.x, r1.w, c1.z
add.u r0.w, r0.w, r0.x
add.u r1.x, c0.x, r1.x
(nop1) add.u r1.y, c0.y, r1.y
shl.b r2.x, r0.w, 1
ashr.b r0.w, r0.w, 31
(nop1) cmps.u.lt r2.y, r1.x, c0.x
add.u r2.x, c0.z, r2.x
add.u r0.w, c0.w, r0.w
(nop1) add.u r1.y, r1.y, r2.y
(nop3) cmps.u.lt r2.y, r2.x, c0.z
add.u r2.y, r0.w, r2.y
ldg.u16 hr1.y, g[r1.x], 1
(rpt5)nop
ldg.u16 hr1.z, g[r2.x], 1
(sy)mad.f16 hr1.x, hr1.y, hr1.z, hr1.x
br p0.x, #l3
mov.u32u32 r0.w, r1.w
jump #l1
l2: (jp)mov.u16u16 hr1.x, 0
l3: (jp)(rpt1)nop
(nop3) add.u r0.x, r0.y, r0.x
shl.b r0.y, r0.x, 1
(nop2) ashr.b r0.x, r0.x, 31
add.u r0.w, c1.x, r0.y
(nop2) add.u r0.x, c1.y, r0.x
(nop3) cmps.u.lt r0.y, r0.w, c1.x
add.u r1.x, r0.x, r0.y
(rpt5)nop
stg.u16 g[r0.w], hr1.x, 1
end
