import { describe, expect, it } from '@jest/globals';
import { encodeRawBlock, partitionOfSeqno, type RawBlock, topicsOf } from '@tonriver/events';
import type { EventLog, LogRecord } from '@tonriver/stream';
import fc from 'fast-check';
import { readRoundsOfLog } from './read-rounds-of-log.ts';

const PARTITIONS = 2;
const { rawBlocks: topic } = topicsOf('built', { rawPartitions: PARTITIONS });

interface Published {
  readonly round: number;
  readonly index: number;
  readonly blockCount?: number;
}

function recordOf({ round, index, blockCount = 2 }: Published) {
  const block: RawBlock = {
    workchain: index === 0 ? -1 : 0,
    shard: '8000000000000000',
    seqno: round,
    rootHash: '00'.repeat(32),
    fileHash: null,
    round: { seqno: round, index, blockCount, isRangeStart: false },
    boc: new Uint8Array([round, index, blockCount]),
  };
  return { partition: partitionOfSeqno(round, PARTITIONS), ...encodeRawBlock(block) };
}

const whole = (...rounds: readonly number[]): readonly Published[] =>
  rounds.flatMap((round) => [
    { round, index: 0 },
    { round, index: 1 },
  ]);

function open(published: readonly Published[], isOnlyReader = true) {
  const partitions: LogRecord[][] = Array.from({ length: PARTITIONS }, () => []);
  for (const record of published.map(recordOf)) {
    const records = partitions[record.partition]!;
    records.push({ ...record, offset: BigInt(records.length) });
  }
  let readCount = 0;
  const log: Pick<EventLog, 'readRange' | 'endOffsets'> = {
    async readRange(_topic, partition, from, limit) {
      readCount += 1;
      return partitions[partition]!.filter(({ offset }) => offset >= from).slice(0, limit);
    },
    endOffsets: async () => partitions.map((records) => (records.at(-1)?.offset ?? -1n) + 1n),
  };
  const reader = readRoundsOfLog(log, topic, { isOnlyReader, from: 1, to: 1000, signal: new AbortController().signal });
  return {
    /** Removes the oldest records of every partition. */
    trim: (before: bigint): void => {
      partitions.forEach((records, partition) => {
        partitions[partition] = records.filter(({ offset }) => offset >= before);
      });
    },
    reads: () => readCount,
    /** The blocks of a round as the round and index that stand in their bytes. */
    read: async (seqno: number): Promise<readonly (readonly number[])[] | undefined> =>
      (await reader.read(seqno))?.map(({ value }) => [...value.subarray(0, 2)]),
  };
}

const blocksOf = (round: number) => [
  [round, 0],
  [round, 1],
];
const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('rounds of the log', () => {
  it('are found by few reads, and the next one by one more', async () => {
    const { read, reads } = open(whole(...range(1, 200)));

    expect(await read(150)).toEqual(blocksOf(150));
    expect(reads()).toBeLessThan(12);
    const before = reads();
    expect(await read(152)).toEqual(blocksOf(152));
    expect(reads()).toBe(before + 1);
  });

  it('are found when the log begins later, and those before are not', async () => {
    const { trim, read } = open(whole(...range(1, 40)));
    trim(21n);

    expect(await read(4)).toBeUndefined();
    expect(await read(40)).toEqual(blocksOf(40));
  });

  it('are found out of order, in two pieces and repeated', async () => {
    const { read } = open([
      ...whole(...range(20, 40)),
      { round: 8, index: 0 },
      ...whole(...range(9, 19), 30),
      { round: 8, index: 1 },
    ]);
    for (const round of [25, 8, 30, 12, 40, 9]) expect(await read(round)).toEqual(blocksOf(round));
  });

  it('are looked for at their place only when another reader may have them', async () => {
    const { read } = open([...whole(...range(20, 60)), ...whole(...range(1, 19))], false);

    expect(await read(40)).toEqual(blocksOf(40));
    expect(await read(3)).toBeUndefined();
  });

  it('are not mixed from records that name different numbers of blocks', async () => {
    const { read } = open([{ round: 2, index: 0, blockCount: 3 }, ...whole(2)]);
    expect(await read(2)).toEqual(blocksOf(2));
    const { read: readHalf } = open([
      { round: 2, index: 0, blockCount: 3 },
      { round: 2, index: 1 },
    ]);
    expect(await readHalf(2)).toBeUndefined();
  });

  it('are found in any order of records and of questions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(whole(...range(1, 12)) as Published[], { minLength: 12 }),
        fc.shuffledSubarray(range(1, 12) as number[]),
        async (published, asked) => {
          const { read } = open(published);
          for (const round of asked) {
            const isWhole = published.filter((one) => one.round === round).length === 2;
            expect(await read(round)).toEqual(isWhole ? blocksOf(round) : undefined);
          }
        },
      ),
    );
  });
});
