start: (sy)(ss)(nop2) add.f r0.x, (neg)r1.x, c2.y ; sum
(rpt2)mad.f16 hr0.x, (r)hr1.x, hr2.x, hc3.x
mov.f32f32 r0.x, (1.500000)
br !p0.x, #start
.word 0xffffffffffffffff
end
