(sy)(jp)atomic.g.min.untyped.2d.s16.1.g r19.x, 42, r17.z
(sy)(jp)atomic.g.max.untyped.4d.u32.3.g r60.z, r4.w, 197
(sy)(jp)atomic.xor.typed.1d.u8_32.3.l r34.x, l[r19.x], r23.x
(sy)(jp)ldlv.u32 r26.z, l[4467], 68
(ss)sleep.s
(jp)bar.g
(jp)dccln.shr
(jp)dcinv.all
(sy)(ss)fence.g.l.r.w
(sy)dcflu.shr
(sy)(jp)icinv
