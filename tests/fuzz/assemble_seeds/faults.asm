ad.f r0.x, r1.x, r2.x
add.f r0.x, r1.x, q2.x
add.f r0.x, r1.q, r2.x
add.f r0.x, (ngg)r1.x, r2.x
(sta)add.f r0.x, r1.x, r2.x
add.f r0.x, r1.x
add.f r0.x, r1.x, r2.x, r3.x
mov.f32f33 r0.x, r1.x
cmps.f.lx r0.x, r1.x, r2.x
mov.u32u32 r0.x, 99999999999
add.u r0.x, r1.x, 5000
ldl.u32 r0.x, l[r1.x+70000], 1
stsc c[0], 1
ccinv
loop:
nop
loop:
br p0.x, #lop
br p0.x, #loop2
jump loop
add.f r64.x, r0.x, r1.x
add.f r0.x, c5000.x, r1.x
add.f hr0.x, r0.x, hr1.x
mad.f32 r0.x, 1, r0.x, r1.x
sam (f32)(xyzq)r0.x, r1.x, s#0, t#0
sam (f32)(xyzw)r0.x, r1.x, s#99, t#0
sam (f32)(xyzw)r0.x, r1.x, t#0
(rpt7)nop
(nop9)add.f r0.x, r1.x, r2.x
add.f r0.x r1.x, r2.x
end end
.word 0xzz
.wrod 0x1
bary.f r0.x, #5, r0.x
ADD.F r0.x, r1.x, r2.x
mov.f32f32 r0.x, (2.5)
mov.f32f32 r0.x, c<a0.x + 2000>
isam.v (f32)(x)r0.x, r1.x, t#0
