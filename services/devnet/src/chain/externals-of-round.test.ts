import { expect, it } from '@jest/globals';
import { externalsOfRound } from './externals-of-round.ts';

it('external messages wait while too many messages are in queues, but for those to the masterchain', () => {
  const messageTo = (workchain: number) => ({ account: { workchain, hash: new Uint8Array(32) } });
  const waiting = [messageTo(0), messageTo(-1), messageTo(0)];
  expect(externalsOfRound(waiting, 8_000)).toEqual(waiting);
  expect(externalsOfRound(waiting, 8_001)).toEqual([waiting[1]]);
});
