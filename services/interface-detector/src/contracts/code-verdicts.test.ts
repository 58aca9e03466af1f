import { expect, it } from '@jest/globals';
import type { MethodCall } from '@tonriver/interfaces';
import { createCodeVerdicts } from './code-verdicts.ts';

it('A code that many accounts of a round have is probed once', async () => {
  const calls: MethodCall[] = [];
  const verdicts = createCodeVerdicts(async (_round, _state, call) => {
    calls.push(call);
    return { kind: 'ended', exitCode: 11, gasUsed: 100n, stack: [] };
  });
  const codeHash = Buffer.alloc(32).toString('base64');
  const round = { seqno: 1, endLt: 1n, environment: null };
  expect(verdicts.known(codeHash)).toBeUndefined();
  const found = await Promise.all(Array.from({ length: 64 }, () => verdicts.probe(round, codeHash, undefined)));
  expect(found.every((possible) => possible?.size === 0)).toBe(true);
  const methods = calls.map(({ method }) => method);
  expect(new Set(methods).size).toBe(methods.length);
  expect(verdicts.known(codeHash)?.size).toBe(0);
});
