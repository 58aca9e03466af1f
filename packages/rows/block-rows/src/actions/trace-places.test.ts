import { expect, it } from '@jest/globals';
import { type BlockOfTrace, packTracePlaces, unpackTracePlaces } from './trace-places.ts';

const block: BlockOfTrace = { round: 7, workchain: -1, shard: -(2n ** 63n), seqno: 9, indexes: [0, 3, 300] };

it('what was packed is as it was when others are packed behind it', () => {
  const first = packTracePlaces([block]);
  const before = Uint8Array.from(first);
  const second = packTracePlaces([{ ...block, round: 8 }, block]);
  expect(Uint8Array.from(first)).toEqual(before);
  expect(first.buffer.byteLength).toBe(first.length);
  expect(unpackTracePlaces(first)).toEqual([block]);
  expect(unpackTracePlaces(second)).toEqual([{ ...block, round: 8 }, block]);
  expect(unpackTracePlaces(packTracePlaces(null))).toBeNull();
});
