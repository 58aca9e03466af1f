import { describe, expect, it } from '@jest/globals';
import { generateWorkload } from '@tonriver/chain-workload';
import { hashToHex, shardToHex } from '@tonriver/chain-model';
import type { RawBlock } from '@tonriver/events';
import { createRoundQueue } from './round-queue.ts';

const workload = generateWorkload({ seed: 'queue', rounds: 4, accounts: 6, transactionsPerRound: 4, shardsMax: 1 });
const rounds = [...workload.rounds()].map(({ blocks }) =>
  blocks.toSorted((left, right) => left.workchain - right.workchain),
);
/** A round with a block of a shard. */
const START = rounds.findIndex((blocks) => blocks.length === 2) + 1;

describe('the queue of rounds', () => {
  const setUp = () => {
    let offset = 0n;
    const refused: string[] = [];
    const queue = createRoundQueue({
      bytesMax: 2 ** 30,
      readRecords: () => Promise.resolve([]),
      onRefused: (_raw, { code }) => refused.push(code),
    });
    const add = (seqno: number, index: number, { boc, block = index }: { boc?: Uint8Array; block?: number } = {}) => {
      const blocks = rounds[seqno - 1]!;
      const { workchain, shard, rootHash, ...found } = blocks[block]!;
      const round = { seqno, index, blockCount: blocks.length, isRangeStart: seqno === START };
      const names = { workchain, shard: shardToHex(shard), seqno: found.seqno, rootHash: hashToHex(rootHash) };
      const raw: RawBlock = { ...names, fileHash: null, round, boc: boc ?? found.boc };
      offset += 1n;
      queue.add(raw, round, { partition: 0, offset });
    };
    return { queue, add, refused };
  };
  const junk = { boc: Buffer.from('junk') };

  it('begins a range whose first round has a refused block when a later masterchain block comes, and no sooner', async () => {
    const { queue, add, refused } = setUp();
    add(START, 0, junk);
    add(START, 1);
    expect(await queue.read(START)).toBeUndefined();
    add(START + 1, 0, junk);
    expect(queue.rangeStarts()).toEqual([]);

    add(START + 1, 0);

    expect(queue.rangeStarts()).toEqual([START]);
    const { blocks } = (await queue.read(START))!;
    expect(blocks.map(({ state }) => 'refusal' in state)).toEqual([true, false]);
    expect(refused.length).toBe(2);
  });

  it('does not take one block for two of its round', async () => {
    const { queue, add } = setUp();
    add(START, 0);
    add(START, 1, { block: 0 });
    expect(await queue.read(START)).toBeUndefined();

    add(START, 1);

    const { blocks, others } = (await queue.read(START))!;
    expect(blocks.map(({ raw }) => raw.workchain)).toEqual([-1, 0]);
    expect(others).toEqual([]);
  });
});
