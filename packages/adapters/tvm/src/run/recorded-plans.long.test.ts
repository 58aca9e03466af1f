import { expect, it } from '@jest/globals';
import type { Bag } from '@tonriver/boc';
import { describeRecorded } from '@tonriver/testing';
import { base64Text } from '../base64-text.ts';
import { isCodeStatic } from '../code/static-code.ts';
import { loadEmulatorBuild } from '../emulator/emulator-build.ts';
import { createEmulatorInstance } from '../emulator/emulator-instance.ts';
import type { GetMethodCall } from '../get-method.ts';
import { recordedCalls } from '../recorded-calls.test-support.ts';
import { encodeStackBoc } from '../stack/encode-stack.ts';
import { readTvmConfig } from '../config/tvm-config.ts';
import { getMethodParameters } from './get-method-parameters.ts';
import { readInputTree } from './input-tree.ts';
import { createLibrarySets } from './library-sets.ts';
import { wholePlan } from './run-plan.ts';
import { createTvmRunner } from './tvm-runner.ts';

describeRecorded('inputs that are left out of runs', ['accounts/getmethods'], (data) => {
  const calls = recordedCalls(data);

  it('change nothing: stack, exit code and gas are those of runs with all inputs', async () => {
    const build = loadEmulatorBuild();
    const planned = await createTvmRunner(build, { memoryMbMax: 512 });
    const complete = await createTvmRunner(build, { memoryMbMax: 512, plan: wholePlan });
    let left = 0;
    for (const { name, call: recorded } of calls) {
      // The dictionary of all libraries takes 30 ms to read; it is given where there is a reference to one.
      const librariesBoc = mayLookUp(recorded) ? recorded.librariesBoc : null;
      const call = { ...recorded, librariesBoc, argumentsBoc: encodeStackBoc(recorded.stack) };
      const [ours, theirs] = [await planned.runGetMethod(call), await complete.runGetMethod(call)];
      expect(theirs.usedWholeConfig).toBe(true);
      expect({ name, ...ours, usedWholeConfig: null }).toEqual({ name, ...theirs, usedWholeConfig: null });
      if (!ours.usedWholeConfig) left++;
    }
    // The comparison must have something to compare.
    expect(left).toBeGreaterThan(calls.length / 4);
    expect(planned.callsRepeated).toBe(0);
  });

  it('are found by a walk that visits every instruction that the TVM executes', async () => {
    const emulator = await createEmulatorInstance(loadEmulatorBuild(), { memoryMbMax: 512 });
    const config = emulator.keep(readTvmConfig(calls[0]!.call.environment.configBoc).whole);
    const sets = createLibrarySets();
    let executed = 0;
    let walked = 0;
    for (const { name, call } of calls) {
      const [code, tree] = [readInputTree(call.codeBoc, 'code'), readInputTree(call.dataBoc, 'data')];
      const needsLibraries = code.libraryHashes.length + tree.libraryHashes.length > 0;
      const libraries = needsLibraries ? (sets(call.librariesBoc)?.set ?? null) : null;
      const met = new Set<string>();
      const visit = (bag: Bag, cell: number, bit: number): void => {
        met.add(`${Buffer.from(bag.hash(cell)).toString('hex').toUpperCase()} offset: ${bit}`);
      };
      // The TVM jumps into code that is a library reference from the reference itself.
      visit(code.bag, code.bag.root, 0);
      const library = (hash: Uint8Array) => libraries?.find(Buffer.from(hash).toString('hex'))?.code ?? null;
      if (!isCodeStatic({ bag: code.bag, cell: code.bag.root }, library, visit)) continue;
      walked++;
      const texts = { code: code.text, data: tree.text, libraries: libraries?.whole() ?? null, previousBlocks: null };
      const parameters = getMethodParameters(call, { ...texts, unixTime: call.environment.unixTime });
      // Verbosity 2 logs the cell and the bit of every instruction.
      const logged = Buffer.from(parameters.toString('latin1').replace('"verbosity":0', '"verbosity":2'), 'latin1');
      const answer = emulator.runGetMethod(logged, base64Text(encodeStackBoc(call.stack)), config);
      const { output } = JSON.parse(answer) as { output: { vm_log: string } };
      for (const [, place] of output.vm_log.matchAll(/code cell hash: ([0-9A-F]{64} offset: \d+)/g)) {
        executed++;
        if (!met.has(place!)) throw new Error(`${name}: the TVM executes at ${place}, which the walk does not reach`);
      }
    }
    expect(walked).toBeGreaterThan(calls.length / 2);
    expect(executed).toBeGreaterThan(10_000);
  });
});

function mayLookUp({ codeBoc, dataBoc }: GetMethodCall): boolean {
  return [readInputTree(codeBoc, 'code'), readInputTree(dataBoc, 'data')].some((tree) => tree.libraryHashes.length > 0);
}
