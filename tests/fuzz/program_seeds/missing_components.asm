@gpu 730
@stage VERT
@output VARYING_SLOT_POS r1.y components
end
