braa p0.x, p0.y, #-2012997624
brao p0.y, p0.x, #-1608245232
(ss)ball p0.y, #4990864
(eq)ret
(ss)kill p0.w
end
emit
(ss)shpe
(ss)(eq)6chsh
(ss)(rpt1)flow_rev
(jp)bany p0.w, #1885325846
(ss)(eq)(jp)(rpt5)predf
(sy)(rpt1)nop
(sy)bkt #281565286
(sy)(eq)br p0.x, #294457370
(sy)jump #2111639336
(sy)(ss)call #-2006694831
(sy)getlast.w2 #545872796
(sy)(ss)(eq)(rpt2)cut
(sy)(eq)predt
(sy)(ss)(rpt1)prede
(sy)(jp)brax #369099008
(sy)(ss)(eq)(jp)brac.18 #1734063283
(sy)(jp)getone #2116139178
(sy)(ss)(jp)shps #-311539931
(sy)(ss)(jp)(rpt5)chmask
mova a0.x, hr1.y
mova1 a1.x, 1032
sct.f16u8 (pos_infinity)hr26.y, hr6.y, hr50.x, hr33.x, hr38.y
(ss)(ul)gat.f16u8 (pos_infinity)hr8.w, hr18.y, hr16.x, hr54.z, hr32.x
(ss)(jp)(rpt3)(ul)mov.f16f16 (even)hr48.x, hr23.z
(ss)(jp)(ul)movmsk.w32 r<a0.x + 11>
(sy)mov.u32u32 r2.x, 0x1388
(sy)(rpt2)cov.u16u8 (pos_infinity)hr<a0.x + 246>, hc<a0.x + 10>
(sy)(jp)swz.u8s32 r4.w, r37.x, hr30.y, hr49.z
(ss)(sat)(nop1) mul.f r22.x, (absneg)c344.x, (absneg)c487.w
(ss)(rpt2)absneg.f r8.y, (absneg)(r)-89
