"""Holds every part and fact of the tool against a list of parts that another driver has.

Usage: listed_parts.py TOOL VECTORS. The list is VECTORS/parts.tsv; what its last column says is
newer than the other columns and takes their place. A column is compared with a fact, or stands in
LEFT_OUT with the reason why it cannot be; both are counted. A difference must be one of which the
tables say that sources disagree.
"""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

TOOL = sys.argv.pop(1)
VECTORS = Path(sys.argv.pop(1))

Facts = dict[str, Any]
Row = dict[str, str]

# The reader of each fact of a part, and the value in the list that means "unknown".
COMPARED: dict[str, tuple[str, Callable[[Facts], int]]] = {
    "vec4_registers": ("wave_vec4", lambda facts: facts["wave_vec4"]),
    "wave_granularity": ("wave_granularity", lambda facts: facts["wave_granularity"]),
    "base_wave_lanes": ("wave_lanes", lambda facts: facts["wave_lanes"]),
    "max_waves": ("most_waves", lambda facts: facts["most_waves"]),
    "branch_stack": ("branch_stack", lambda facts: facts["branch_stack"]),
    "double_wave_allowed": ("double_waves", lambda facts: facts["double_waves"]),
    "const_vec4_vertex_geometry": ("graphics_constant_vec4",
                                   lambda facts: facts["graphics_constant_vec4"]),
    "const_vec4_fragment": ("graphics_constant_vec4",
                            lambda facts: facts["graphics_constant_vec4"]),
    "const_vec4_compute": ("compute_constant_vec4",
                           lambda facts: facts["compute_constant_vec4"]),
    # The list derives these facts from others.
    "compute_const_plus_local_bytes": (
        "workgroup_bytes", lambda facts: facts["compute_constant_vec4"] * 16 *
        facts["wave_granularity"] + facts["workgroup_bytes"]),
    "predicates": ("predicates", lambda facts: facts["predicates"]),
    "has_preamble": ("preamble", lambda facts: facts["preamble"]),
    "has_predication": ("predicated_execution", lambda facts: facts["predicated_execution"]),
    "has_rpt_bary_f": ("repeats_varyings", lambda facts: facts["repeats_varyings"]),
    "has_branch_and_or": ("two_predicate_branches",
                          lambda facts: facts["two_predicate_branches"]),
    "shared_registers": ("shared_registers", lambda facts: facts["shared_registers"] > 0),
    "merged_registers": ("merged_registers", lambda facts: facts["merged_registers"]),
    "private_memory": ("private_memory", lambda facts: facts["private_memory"]),
    "cs_shared_mem_size": ("workgroup_bytes", lambda facts: facts["workgroup_bytes"]),
    "has_hw_multiview": ("vertex_views", lambda facts: facts["vertex_views"]),
    "has_fs_tex_prefetch": ("texture_prefetches",
                            lambda facts: facts["texture_prefetches"] > 0),
    "tess_use_shared": ("patches_in_local_memory",
                        lambda facts: facts["patches_in_local_memory"]),
    "storage_16bit": ("buffer_size_unit", lambda facts: facts["preamble"] and
                      facts["buffer_size_unit"] < 4),
    "storage_8bit": ("byte_storage", lambda facts: facts["byte_storage"]),
    "has_dp2acc": ("byte_pair_products", lambda facts: facts["byte_pair_products"]),
    "has_dp4acc": ("byte_products", lambda facts: facts["byte_products"]),
    "has_compliant_dp4acc": ("signed_byte_products",
                             lambda facts: facts["signed_byte_products"]),
    "has_alias_rt": ("target_aliases", lambda facts: facts["target_aliases"]),
    "has_scalar_alu": ("scalar_alu", lambda facts: facts["scalar_alu"]),
    "has_getfiberid": ("lane_numbers", lambda facts: facts["lane_numbers"]),
    "load_shader_consts_via_preamble": ("preamble_loads_constants",
                                        lambda facts: facts["preamble_loads_constants"]),
    "QCTDD08517960": ("fragment_needs_constants",
                      lambda facts: facts["fragment_needs_constants"]),
}

# Columns without a fact, by the reason.
LEFT_OUT = {
    "identity, which other tests hold": "part names chip_ids source generation changes_26x",
    "held with the revision's delays by the tests of timing":
        "delay_alu_alu delay_non_alu cat3_src3_read_later",
    "whether an opcode exists is held by the tests of encodings":
        "has_shfl has_alias_tex has_bitwise_triops has_movs has_sad",
    "a fact of the older list, of which QCTDD08517960 is the newer name":
        "fs_must_have_non_zero_constlen_quirk",
    "limits of pipelines, which are no matter of one program":
        "const_vec4_pipeline const_vec4_safe_per_stage vs_max_inputs_count max_sets",
    "how the driver of the list places code and memory":
        "instr_align const_upload_unit_vec4 pvtmem_bytes_align_per_lane fibers_per_sp "
        "num_sp_cores instr_cache_size",
    "a choice of the compiler of the list": "bool_bits isam_on_ssbo",
    "instructions and forms that our compiler does not make":
        "has_pred_bit has_early_preamble has_isam_v has_ssbo_imm_offsets has_sel_b_fneg "
        "has_scalar_predicates has_eolm_eogm has_64b_ssbo_atomics "
        "has_64b_image_atomics has_ray_intersection has_image_processing "
        "has_primitive_shading_rate prede_nop_quirk predtf_nop_quirk stsc_duplication_quirk "
        "reading_shading_rate_requires_smask_quirk prefetch_sam_helpers_quirk has_rt_workaround "
        "load_inline_uniforms_via_preamble_ldgk mov_half_shared_quirk cat3_rel_offset_0_quirk "
        "has_salu_int_narrowing_quirk has_dual_wave_dispatch",
    "another way to say which parts these are": "is_a702",
    "state of the pipeline, tiles, caches and textures, which programs do not see":
        "gmem_align_w gmem_align_h tile_align_w tile_align_h tile_max_w tile_max_h "
        "num_vsc_pipes highest_bank_bit ubwc_swizzle macrotile_mode num_ccu has_cp_reg_write "
        "has_8bpp_ubwc has_gmem_fast_clear has_sampler_minmax sysmem_per_ccu_depth_cache_size "
        "sysmem_per_ccu_color_cache_size gmem_ccu_color_cache_fraction prim_alloc_threshold "
        "line_width_min line_width_max indirect_draw_wfm_quirk "
        "depth_bounds_require_depth_test_quirk has_astc_hdr num_xfb_streams "
        "gmem_ccu_depth_cache_fraction max_texel_buffer_range_elements "
        "max_storage_buffer_range_bytes max_draw_states QCTDD06363318 "
        "draw_auto_stale_stride_quirk blit_wfi_quirk supports_multiview_mask has_z24uint_s8uint "
        "has_tex_filter_cubic has_separate_chroma_filter has_sample_locations "
        "has_lrz_dir_tracking enable_lrz_fast_clear lrz_track_quirk has_lrz_feedback "
        "has_per_view_viewport has_pc_dgen_so_cntl round_robin_errata QCTDD04536579 has_lpac "
        "has_legacy_pipeline_shading_rate has_ubwc_linear_mipmap_fallback broken_ds_ubwc_quirk "
        "has_coherent_ubwc_flag_caches has_attachment_shading_rate has_bin_mask "
        "supports_uav_ubwc enable_tp_ubwc_flag_hint supports_linear_mipmap_threshold_in_blocks "
        "QCTDD10204462 QCTDD11147232 QCTDD11183148 QCTDD08407086 cmdbuf_start_a725_quirk "
        "QCTDD09112208 has_event_write_sample_count ubwc_unorm_snorm_int_compatible "
        "has_hw_bin_scaling has_implicit_fragface_fragcoord_ij_linear QCTDD08901551 "
        "has_gmem_vpc_attr_buf sysmem_vpc_attr_buf_size gmem_vpc_attr_buf_size "
        "has_generic_clear r8g8_faulty_fast_clear_quirk gs_vpc_adjacency_quirk "
        "ubwc_all_formats_compatible ubwc_coherency_quirk has_persistent_counter has_sw_fuse "
        "has_abs_bin_mask new_control_regs subpass_fence_cleans_resolve QCTDD12766770 "
        "QCTDD13523866 QCTDD10789828 sysmem_vpc_pos_buf_size sysmem_vpc_bv_pos_buf_size "
        "sysmem_ccu_color_cache_fraction sysmem_ccu_depth_cache_fraction gmem_vpc_pos_buf_size "
        "gmem_vpc_bv_pos_buf_size gmem_per_ccu_color_cache_size gmem_per_ccu_depth_cache_size "
        "num_slices shading_rate_matches_vk",
}


def rows() -> list[Row]:
    with open(VECTORS / "parts.tsv", encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file, delimiter="\t"))
    for row in found:
        for change in row["changes_26x"].split("; "):
            name, equals, value = change.partition("=")
            if equals and name in row and value.isdigit():
                row[name] = value
    return found


def tool(*words: str) -> list[Any]:
    result = subprocess.run([TOOL, *words], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in result.stdout.splitlines()]


class ListedParts(unittest.TestCase):
    def setUp(self) -> None:
        self.rows = rows()
        self.parts = {part["part"]: part for part in tool("isa", "parts", "--json")}

    def part(self, name: str) -> Any:
        return tool("isa", "parts", name, "--json")[0]

    def test_every_column_is_compared_or_left_out_for_a_reason(self) -> None:
        left_out = [name for names in LEFT_OUT.values() for name in names.split()]
        self.assertEqual(len(left_out), len(set(left_out)))
        self.assertEqual(set(self.rows[0]), set(left_out) | set(COMPARED))
        self.assertEqual((len(COMPARED), len(left_out)), (32, 143))

    def test_every_part_is_known_by_its_names_and_chips(self) -> None:
        self.assertEqual(len(self.rows), 61)
        names = 0
        for row in self.rows:
            part = self.part(row["part"])
            self.assertEqual(part["revision"], f"a{row['generation']}xx", row["part"])
            for name in row["names"].split(", ") + row["chip_ids"].split(", "):
                with self.subTest(name=name):
                    self.assertEqual(self.part(name)["part"], part["part"])
                    names += 1
        self.assertEqual(names, 140)

    def test_every_fact_is_that_of_the_list_or_disputed(self) -> None:
        compared = 0
        disputed: set[tuple[str, str]] = set()
        for row in self.rows:
            part = self.part(row["part"])
            for column, (fact, read) in COMPARED.items():
                with self.subTest(part=row["part"], column=column):
                    compared += 1
                    if int(read(part["facts"])) != int(row[column] or "0"):
                        self.assertIn(fact, part["disputed"])
                        self.assertTrue(re.search(rf"\b{row[column]}\b", part["disputed"][fact]))
                        disputed.add((row["part"], fact))
        self.assertEqual(compared, 61 * 32)
        self.assertEqual(sorted(disputed), [
            (part, "wave_vec4") for part in "505 506 508 509 510 512 530 540".split()])

    def test_names_that_people_use_are_understood(self) -> None:
        for number, names in {
                740: "740 a740 A740 adreno740 FD740 0x43050a01", 840: "Adreno840",
                1185: "X1-85 x1-85 AdrenoX1-85 0x43050c01", 1740: "740v3 quest3",
                1290: "X2-90", 1032: "A32 a32 FDA32", 650: "quest2", 630: "a6xx 0x06030001",
                702: "702", 830: "830v1 a8xx"}.items():
            for name in names.split():
                with self.subTest(name=name):
                    self.assertEqual(self.part(name)["part"], number)
        self.assertEqual(self.part("Adreno (TM) 840")["part"], 840)
        self.assertEqual(self.part("8c Gen 3")["part"], 635)
        for name in ("32", "0x", "0x1", "quest", "a", "X1", "Adreno", "85"):
            with self.subTest(name=name):
                result = subprocess.run([TOOL, "isa", "parts", name], capture_output=True,
                                        check=False)
                self.assertEqual((result.returncode, result.stdout), (2, b""))


if __name__ == "__main__":
    unittest.main()
