import { expect, it } from '@jest/globals';
import type { MethodCall } from '@tonriver/interfaces';
import { createCodeVerdicts } from './code-verdicts.ts';

it('A code that many accounts of a round have is probed once', async () => {
  const calls: MethodCall[] = [];
  const verdictOf = createCodeVerdicts(async (_round, _state, call) => {
    calls.push(call);
    return { kind: 'ended', exitCode: 11, gasUsed: 100n, stack: [] };
  });
  const state = { workchain: 0, account: new Uint8Array(32), codeHash: new Uint8Array(32) };
  const round = { seqno: 1, endLt: 1n, environment: null };
  const ask = () => verdictOf(round, { ...state, codeBoc: undefined, dataBoc: undefined });
  const verdicts = await Promise.all(Array.from({ length: 64 }, ask));
  expect(verdicts.every((possible) => possible?.size === 0)).toBe(true);
  const methods = calls.map(({ method }) => method);
  expect(new Set(methods).size).toBe(methods.length);
  await ask();
  expect(calls).toHaveLength(methods.length);
});
