#!/usr/bin/env python3
"""Random structured control flow gives what a walk of its graph gives, on both engines.

    check_flow.py JACQUARD [--count N] [--seed N] [--gpu PART] [--keep DIR]

Makes N modules beginning at a seed: compute shaders and fragment shaders, of which some have
their control flow in a function that is called. Each module has recorded runs with the walk's
answers, which `jacquard batch` holds the interpreter and the machine code to; a module that is
refused or called malformed is a fault, too. Where there is a spirv-val, it judges the modules.
Versions of it take a case's jump out of the loop around for an invalid one where the switch stands
behind another loop: such modules are counted, and are faults if they are more than one in twenty.

Exit codes: 0 all is well, 1 it is not.
"""

import argparse
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

import module_words
import random_flow

LANES = 4
RUNS = 4
INTEGERS = '%void = OpTypeVoid\n%nothing = OpTypeFunction %void\n%bool = OpTypeBool\n' \
           '%uint = OpTypeInt 32 0\n%to_uint = OpTypePointer Function %uint\n' \
           '%of_uint = OpTypeFunction %uint %uint\n'
FRAGMENT = '''OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %in %out
OpExecutionMode %main OriginUpperLeft
OpDecorate %in Location 0
OpDecorate %in Flat
OpDecorate %out Location 0
''' + INTEGERS + '''%to_in = OpTypePointer Input %uint
%to_out = OpTypePointer Output %uint
%in = OpVariable %to_in Input
%out = OpVariable %to_out Output
'''
COMPUTE = '''OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %id
OpExecutionMode %main LocalSize 4 1 1
OpDecorate %id BuiltIn LocalInvocationIndex
OpDecorate %words ArrayStride 4
OpMemberDecorate %block 0 Offset 0
OpDecorate %block Block
OpDecorate %from DescriptorSet 0
OpDecorate %from Binding 0
OpDecorate %result DescriptorSet 0
OpDecorate %result Binding 1
''' + INTEGERS + '''%to_in = OpTypePointer Input %uint
%id = OpVariable %to_in Input
%words = OpTypeRuntimeArray %uint
%block = OpTypeStruct %words
%to_block = OpTypePointer StorageBuffer %block
%to_word = OpTypePointer StorageBuffer %uint
%from = OpVariable %to_block StorageBuffer
%result = OpVariable %to_block StorageBuffer
'''
READ = {'fragment': ['%given = OpLoad %uint %in'],
        'compute': ['%lane = OpLoad %uint %id',
                    '%place = OpAccessChain %to_word %from %k0 %lane',
                    '%given = OpLoad %uint %place',
                    '%target = OpAccessChain %to_word %result %k0 %lane']}
WRITE = {'fragment': 'OpStore %out %answer', 'compute': 'OpStore %target %answer'}
SET_UP = ['OpStore %hash %given', 'OpStore %steps %k0']


def module_text(function: random_flow.Function, stage: str, is_called: bool) -> str:
    if is_called:
        function.begin = SET_UP
        lines = ['%main = OpFunction %void None %nothing', '%begin = OpLabel', *READ[stage],
                 '%got = OpFunctionCall %uint %flow %given',
                 WRITE[stage].replace('%answer', '%got'), 'OpReturn', 'OpFunctionEnd',
                 '%flow = OpFunction %uint None %of_uint',
                 '%parameter = OpFunctionParameter %uint',
                 *function.lines(['OpReturnValue %answer']), 'OpFunctionEnd']
        lines = [line.replace('OpStore %hash %given', 'OpStore %hash %parameter')
                 for line in lines]
    else:
        function.begin = [*READ[stage], *SET_UP]
        lines = ['%main = OpFunction %void None %nothing',
                 *function.lines([WRITE[stage], 'OpReturn']), 'OpFunctionEnd']
    body = '\n'.join(lines) + '\n'
    numbers = sorted({int(number) for number in re.findall(r'%k(\d+)\b', body)} | {0})
    constants = ''.join(f'%k{number} = OpConstant %uint {number}\n' for number in numbers)
    return (FRAGMENT if stage == 'fragment' else COMPUTE) + constants + body


def run_of(module: str, stage: str, run: int, values: list[int], answers: list[int | None]) -> str:
    words = [f'{value:08x}' for value in values]
    after = [f'{answer or 0:08x}' for answer in answers]
    case: dict[str, object] = {'module': module, 'stage': stage, 'run': run}
    if stage == 'compute':
        case |= {'workgroups': [1, 1, 1],
                 'storage_buffers': {'0.0': ''.join(words), '0.1': '00000000' * LANES},
                 'storage_buffers_after': {'0.0': ''.join(words), '0.1': ''.join(after)}}
    else:
        killed = [lane for lane, answer in enumerate(answers) if answer is None]
        case |= {'inputs': {'0': words}, 'outputs': {'0': after}, 'discarded': killed}
    return json.dumps(case)


def make_module(seed: int, folder: pathlib.Path) -> list[str]:
    """Writes the module of a seed; its runs."""
    choose = random.Random(seed)
    stage = choose.choice(('compute', 'fragment'))
    function = random_flow.Function(seed, may_kill=stage == 'fragment')
    text = module_text(function, stage, is_called=choose.random() < 0.3)
    name = f'flow{seed}'
    (folder / f'{name}.spvasm').write_text(text, encoding='utf-8')
    (folder / f'{name}.spv').write_bytes(module_words.assemble(text))
    runs = []
    for run in range(RUNS):
        values = [choose.getrandbits(32) for _ in range(LANES)]
        answers = [function.walk(value) for value in values]
        runs.append(run_of(f'{name}.spv', stage, run, values, answers))
    return runs


def invalid_modules(folder: pathlib.Path) -> tuple[int, list[str]]:
    """Returns how many modules only the known fault of spirv-val refuses; those it refuses else."""
    known = 0
    faults = []
    modules = sorted(folder.glob('*.spv'))
    for module in modules:
        checked = subprocess.run(['spirv-val', '--target-env', 'vulkan1.1', module],
                                 capture_output=True, text=True, check=False)
        if 'Case construct that targets' in checked.stderr + checked.stdout:
            known += 1
        elif checked.returncode != 0:
            faults.append(f'{module.name}: spirv-val: {checked.stdout}{checked.stderr}')
    if 20 * known > len(modules) + 20:
        faults.append(f'{known} modules of {len(modules)} have cases that spirv-val refuses')
    return known, faults


def judge(jacquard: str, folder: pathlib.Path, part: str) -> list[str]:
    faults = []
    for engine in ('nir', 'ir3'):
        made = subprocess.run([jacquard, 'batch', folder, '--cases', folder / 'runs.jsonl',
                               '--engine', engine, '--gpu', part, '--json'],
                              capture_output=True, text=True, check=False)
        rows = [json.loads(line) for line in made.stdout.splitlines()]
        shaders = [row for row in rows if 'shader' in row]
        for row in shaders:
            if row['status'] != 'compiled' or row['first_difference']:
                faults.append(f'{row["shader"]}, {engine}: {row["status"]} '
                              f'{row.get("first_error", "")} {row["first_difference"]}')
        total = rows[-1]['totals'] if rows else {}
        ran = total.get('cases', 0)
        wanted = RUNS * len(list(folder.glob('*.spv')))
        if ran != wanted:
            faults.append(f'{engine}: {ran} runs of {wanted} were judged: {total} {made.stderr}')
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('jacquard', metavar='JACQUARD')
    parser.add_argument('--count', metavar='N', type=int, default=300)
    parser.add_argument('--seed', metavar='N', type=int, default=1)
    parser.add_argument('--gpu', metavar='PART', default='630')
    parser.add_argument('--keep', metavar='DIR', type=pathlib.Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.keep or pathlib.Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        runs: list[str] = []
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            runs += make_module(seed, folder)
        (folder / 'runs.jsonl').write_text('\n'.join(runs) + '\n', encoding='utf-8')
        known, faults = invalid_modules(folder) if shutil.which('spirv-val') else (0, [])
        faults += judge(arguments.jacquard, folder, arguments.gpu)
    print(f'{arguments.count} modules, {len(runs)} runs, {len(faults)} faults; '
          f'{known} with cases that spirv-val refuses')
    print(*faults, sep='\n', end='\n' if faults else '')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
