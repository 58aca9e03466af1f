import { describe, expect, it } from '@jest/globals';
import { generateWorkload } from '@tonriver/chain-workload';
import { hashToHex, shardToHex } from '@tonriver/chain-model';
import { encodeRawBlock, type RawBlock } from '@tonriver/events';
import type { LogRecord } from '@tonriver/stream';
import type { ChosenRound } from './apply-round.ts';
import { createRoundQueue } from './round-queue.ts';
import { countSteps } from './testing/count-steps.test-support.ts';

const workload = generateWorkload({ seed: 'queue', rounds: 24, accounts: 12, transactionsPerRound: 6, shardsMax: 2 });
const rounds = [...workload.rounds()].map(({ blocks }) =>
  blocks.toSorted((left, right) => left.workchain - right.workchain),
);
/** A round with a block of a shard. */
const START = rounds.findIndex((blocks) => blocks.length === 2) + 1;
/** A round with blocks of two shards. */
const WIDE = rounds.findIndex((blocks) => blocks.length === 3 && blocks[1]!.shard !== blocks[2]!.shard) + 1;

interface Added {
  readonly boc?: Uint8Array;
  readonly block?: number;
  readonly blockOf?: number;
  readonly blockCount?: number;
}

const setUp = ({ bytesMax = 2 ** 30 } = {}) => {
  const log: RawBlock[] = [];
  const refused: string[] = [];
  const reads: number[] = [];
  const readRecords = async (partition: number, offsets: readonly bigint[]): Promise<LogRecord[]> => {
    reads.push(offsets.length);
    return offsets.map((offset) => ({ partition, offset, ...encodeRawBlock(log[Number(offset)]!) }));
  };
  const queue = createRoundQueue({ bytesMax, readRecords, onRefused: (_names, { code }) => refused.push(code) });
  const add = (seqno: number, index: number, { boc, block = index, blockOf = seqno, blockCount }: Added = {}) => {
    const { workchain, shard, rootHash, ...found } = rounds[blockOf - 1]![block]!;
    const count = blockCount ?? rounds[seqno - 1]!.length;
    const round = { seqno, index, blockCount: count, isRangeStart: seqno === START || seqno === WIDE };
    const names = { workchain, shard: shardToHex(shard), seqno: found.seqno, rootHash: hashToHex(rootHash) };
    const raw: RawBlock = { ...names, fileHash: null, round, boc: boc ?? found.boc };
    queue.add(raw, round, { partition: 0, offset: BigInt(log.push(raw) - 1) });
  };
  return { queue, add, refused, reads };
};
const hashesOf = (seqno: number) => rounds[seqno - 1]!.map(({ rootHash }) => hashToHex(rootHash));
const rootHashOf = ({ raw }: { readonly raw: Pick<RawBlock, 'rootHash'> }): string => raw.rootHash;
const otherBlocksOf = async (round: ChosenRound): Promise<string[]> => {
  const found: string[] = [];
  for await (const other of round.otherBlocks()) found.push(rootHashOf(other));
  return found;
};

describe('the queue of rounds', () => {
  const junk = { boc: Buffer.from('junk') };

  it('begins a range with a refused block in its first round only when a later masterchain block comes', async () => {
    const { queue, add, refused } = setUp();
    add(START, 0, junk);
    add(START, 1);
    expect(await queue.read(START)).toBeUndefined();
    add(START + 1, 0, junk);
    expect(queue.rangeStarts()).toEqual([]);

    add(START + 1, 0);

    expect(queue.rangeStarts()).toEqual([START]);
    const { blocks } = (await queue.read(START))!;
    expect(blocks.map(({ refused: fault }) => fault !== null)).toEqual([true, false]);
    expect(refused.length).toBe(2);
  });

  it('does not use one block for two places of a round', async () => {
    const { queue, add } = setUp();
    add(START, 0);
    add(START, 1, { block: 0 });
    expect(await queue.read(START)).toBeUndefined();

    add(START, 1);

    const round = (await queue.read(START))!;
    expect(round.blocks.map(({ raw }) => raw.workchain)).toEqual([-1, 0]);
    expect(await otherBlocksOf(round)).toEqual([]);
  });

  it.each([1, 2])(
    'finds the complete round although one of its blocks came earlier in place %i of another one',
    async (place) => {
      const { queue, add } = setUp();
      add(WIDE, place, { block: 3 - place });
      for (const index of [0, 1, 2]) add(WIDE, index);

      const round = (await queue.read(WIDE))!;

      expect(round.blocks.map(rootHashOf).toSorted()).toEqual(hashesOf(WIDE).toSorted());
      expect(round.blocks.map(({ refused: fault }) => fault)).toEqual([null, null, null]);
      expect(await otherBlocksOf(round)).toEqual([]);
    },
  );

  it('prefers blocks that the masterchain block names to other readable blocks', async () => {
    const { queue, add } = setUp();
    add(WIDE, 1, { blockOf: START, block: 1 });
    for (const index of [0, 1, 2]) add(WIDE, index);
    add(WIDE, 0, { blockCount: 4 });
    for (const index of [1, 2, 3]) add(WIDE, index, { blockOf: WIDE + index, block: 1, blockCount: 4 });

    const round = (await queue.read(WIDE))!;

    expect(round.hasAllNamedBlocks).toBe(true);
    expect(round.blocks.map(rootHashOf).toSorted()).toEqual(hashesOf(WIDE).toSorted());
    expect((await otherBlocksOf(round)).length).toBe(4);
  });

  it('marks a round that lacks blocks which its masterchain block names', async () => {
    const { queue, add } = setUp();
    for (const index of [0, 1]) add(WIDE, index, { blockCount: 2 });
    expect(await queue.read(WIDE)).toMatchObject({ hasAllNamedBlocks: false });
  });

  it('reads needed records again one at a time, each once', async () => {
    const { queue, add, refused, reads } = setUp({ bytesMax: 1 });
    add(START, 0);
    for (let copy = 0; copy < 50; copy += 1) add(START, 1, junk);
    queue.shedBytes();
    expect(await queue.read(START)).toBeUndefined();
    expect([reads, refused.length]).toEqual([Array.from({ length: 51 }, () => 1), 50]);

    for (let copy = 0; copy < 50; copy += 1) add(START, 1);
    queue.shedBytes();
    const round = (await queue.read(START))!;
    for (const taken of round.blocks) if (taken.refused === null) await taken.read();
    expect(await otherBlocksOf(round)).toEqual([]);
    // One of the new copies is looked at, and what was found to be readable before is read when its turn comes.
    expect(reads.length).toBe(51 + 2);
  });

  it('takes about ten times as many steps for ten times as many records of a round', async () => {
    const adding = (count: number) => {
      const { queue, add } = setUp();
      return (): void => {
        for (let copy = 0; copy < count; copy += 1) {
          add(WIDE, 1 + (copy % 40), { block: 1, blockCount: 41 + (copy % 3), ...junk });
          queue.isComplete(WIDE);
          queue.rangeStarts();
        }
      };
    };
    const [few, many] = await countSteps([adding(500), adding(5_000)]);
    // One record against all others would be a hundred times as many.
    expect(many! / few!).toBeLessThan(15);
  });
});
