import { expect, it } from '@jest/globals';
import type { MethodCall, MethodOutcome } from '@tonriver/interfaces';
import { type Contract, createRememberedOutcomes } from './remembered-outcomes.ts';

const address = { workchain: 0, hash: new Uint8Array(32) };
const contractOf = (data: number): Contract =>
  ({ codeBoc: Uint8Array.of(1), dataBoc: Uint8Array.of(data), ownLibraries: new Map() }) as unknown as Contract;
const call: MethodCall = { method: 'get_wallet_data', stack: [{ type: 'number', value: 1n }], gasLimit: 1_000n };
const ended: MethodOutcome = { kind: 'ended', exitCode: 0, gasUsed: 700n, stack: [{ type: 'number', value: 7n }] };

/** Runs that are counted. */
function bench(outcome: MethodOutcome = ended) {
  const told = { runs: 0, outcome };
  const run = createRememberedOutcomes()(async () => {
    told.runs += 1;
    return told.outcome;
  });
  return { told, run };
}

it('a contract with the same code and data is asked once', async () => {
  const { told, run } = bench();
  expect([await run(address, contractOf(1), call), await run(address, contractOf(1), call)]).toEqual([ended, ended]);
  expect(told.runs).toBe(1);
});

it.each([
  ['other data', contractOf(2), call, address],
  ['no data', { ...contractOf(1), dataBoc: null }, call, address],
  ['another method', contractOf(1), { ...call, method: 'get_jetton_data' }, address],
  ['other arguments', contractOf(1), { ...call, stack: [] }, address],
  ['less gas than it used', contractOf(1), { ...call, gasLimit: 699n }, address],
  ['another address', contractOf(1), call, { ...address, workchain: -1 }],
])('it is asked again with %s', async (_what, contract, other, at) => {
  const { told, run } = bench();
  await run(address, contractOf(1), call);
  await run(at, contract, other);
  expect(told.runs).toBe(2);
});

it('contracts with libraries of their own are asked each time', async () => {
  const { told, run } = bench();
  for (const ownLibraries of ['unknown', new Map([['00', Uint8Array.of(1)]])] as const) {
    const contract = { ...contractOf(1), ownLibraries };
    await run(address, contract, call);
    await run(address, contract, call);
  }
  expect(told.runs).toBe(4);
});

it.each(['refused', 'unknown'] as const)('a run that was %s is tried again', async (kind) => {
  const { told, run } = bench({ kind });
  await run(address, contractOf(1), call);
  told.outcome = ended;
  expect(await run(address, contractOf(1), call)).toEqual(ended);
});

it.each([
  ['out of gas', -14],
  ['without a library that may come', 9],
])('a run that ended %s is tried again', async (_how, exitCode) => {
  const { told, run } = bench({ kind: 'ended', exitCode, gasUsed: 500n, stack: [] });
  await run(address, contractOf(1), call);
  told.outcome = ended;
  expect(await run(address, contractOf(1), call)).toEqual(ended);
});

it('a result that is nested deeply is no problem', async () => {
  let value: Extract<MethodOutcome, { readonly kind: 'ended' }>['stack'][number] = { type: 'null' };
  for (let depth = 0; depth < 100_000; depth += 1) value = { type: 'tuple', items: [value] };
  const { told, run } = bench({ kind: 'ended', exitCode: 0, gasUsed: 1n, stack: [value] });
  for (let time = 0; time < 2; time += 1) await run(address, contractOf(1), call);
  expect(told.runs).toBe(1);
});
