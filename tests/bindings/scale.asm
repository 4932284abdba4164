@gpu 630
@stage COMP
@wave 64
@workgroup 1 1 1
@system_value SYSTEM_VALUE_WORKGROUP_ID r48.x components xyz index 0
@system_value SYSTEM_VALUE_LOCAL_INVOCATION_ID r0.x components x index 0
@constants buffer 0 bytes 0..32 at c0 by program
@resource uniform_buffer 0 set 0 binding 0 unit 0
@argument address x at 0 bytes 8
@argument address y at 8 bytes 8
@argument value factor at 16 bytes 4 floats 4
@parameter SYSTEM_VALUE_BASE_WORKGROUP_ID c5.x count 3
@parameter SYSTEM_VALUE_WORKGROUP_SIZE c6.x count 3
@immediate c7.x

shps #l0
getone #l0
mova1 a1.x, 0
(rpt5)nop
ldc.2.k.imm.base0 c[a1.x], 0, 0
(sy)(ss)shpe
l0: (jp)mov.u32u32 r0.y, r48.x
mov.u32u32 r0.z, c6.x
(rpt1)nop
(nop3) add.s r0.y, r0.y, c5.x
(nop1) mull.u r0.w, r0.y, c6.x
(nop1) madsh.m16 r0.z, r0.y, r0.z, r0.w
(nop3) madsh.m16 r0.y, c6.x, r0.y, r0.z
(nop3) add.u r0.x, r0.y, r0.x
shl.b r0.y, r0.x, 2
(nop2) shr.b r0.x, r0.x, 30
add.u r0.z, c0.x, r0.y
add.u r0.w, c0.y, r0.x
add.u r1.x, c0.z, r0.y
add.u r0.x, c0.w, r0.x
(nop1) cmps.u.lt r0.y, r0.z, c0.x
(nop1) cmps.u.lt r1.y, r1.x, c0.z
(nop1) add.u r0.w, r0.w, r0.y
add.u r1.y, r0.x, r1.y
(rpt3)nop
ldg.u32 r0.x, g[r0.z], 1
(sy)mul.f r0.x, r0.x, c1.x
(rpt5)nop
stg.u32 g[r1.x], r0.x, 1
end
