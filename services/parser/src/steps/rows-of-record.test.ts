import { beforeEach, describe, expect, it } from '@jest/globals';
import { byteLengthOf, createBlockTables, tablesInWriteOrder } from '@tonriver/block-rows';
import { Bag } from '@tonriver/boc';
import { generateWorkload } from '@tonriver/chain-workload';
import { createSharedBlockBags, hashToHex, shardToHex } from '@tonriver/chain-model';
import { decodeParsedBlock, encodeRawBlock, type EventRecord } from '@tonriver/events';
import { withPrunedAccounts } from '@tonriver/testing';
import { addRowsOfRecord } from './rows-of-record.ts';

const workload = generateWorkload({ seed: 'poison', rounds: 5, accounts: 8, transactionsPerRound: 6 });
const rounds = [...workload.rounds()];
const dependencies = {
  network: { name: 'built', globalId: workload.options.network.globalId },
  parsedRounds: { recordBytesMax: 2 ** 20 },
};

type BuiltBlock = (typeof rounds)[number]['blocks'][number];

/** The record of a block, or of other bytes in its place. */
function recordOf(round: number, { workchain, shard, seqno, ...block }: BuiltBlock, boc = block.boc): EventRecord {
  const bag = Bag.parse(boc);
  return encodeRawBlock({
    workchain,
    shard: shardToHex(shard),
    seqno,
    rootHash: hashToHex(bag.hash(bag.root)),
    fileHash: null,
    round: { seqno: round, index: workchain === -1 ? 0 : 1, blockCount: 2, isRangeStart: false },
    boc,
  });
}

const shardBlocks = rounds.flatMap(({ seqno: round, blocks }) =>
  blocks.filter(({ workchain }) => workchain === 0).map((block) => ({ round, block })),
);
const [first, second] = shardBlocks as [(typeof shardBlocks)[number], (typeof shardBlocks)[number]];

describe('the rows of one record', () => {
  let tables = createBlockTables();
  const contents = () => tablesInWriteOrder(tables).map(({ rows }) => Buffer.from(rows.bytes).toString('hex'));
  beforeEach(() => {
    tables = createBlockTables();
  });

  it('come with the announcement of its block', () => {
    const outcome = addRowsOfRecord(tables, recordOf(first.round, first.block), dependencies);

    if (outcome.kind !== 'ok') throw new Error('An honest block was rejected');
    expect(decodeParsedBlock(outcome.value.announcement!)).toMatchObject({ round: first.round, workchain: 0 });
    expect(byteLengthOf(tables)).toBeGreaterThan(1000);
  });

  it('are the same whether its block is parsed here or was kept by the fetcher', () => {
    const record = recordOf(first.round, first.block);
    const parsedHere = addRowsOfRecord(tables, record, dependencies);
    const contentsHere = contents();
    tables = createBlockTables();
    const bags = createSharedBlockBags({ nowMs: () => 0 });
    bags.keep(Bag.parse(first.block.boc));
    const ofKept = addRowsOfRecord(tables, record, { ...dependencies, openBag: bags.openBag.parser });

    expect(ofKept).toEqual(parsedHere);
    expect(contents()).toEqual(contentsHere);
  });

  it('with 8,192 pruned branches are rejected, and no error ends the process', () => {
    const boc = withPrunedAccounts(first.block.boc, 13);
    expect(boc.length).toBeGreaterThan(300_000);

    const outcome = addRowsOfRecord(tables, recordOf(first.round, first.block, boc), dependencies);

    expect(outcome).toMatchObject({ kind: 'reject', code: 'bad_value' });
    expect(byteLengthOf(tables)).toBe(0);
  });

  it('are removed after any error, and those of other records stay', () => {
    addRowsOfRecord(tables, recordOf(first.round, first.block), dependencies);
    const before = contents();
    const brokenBlocks = {
      ...tables.blocks,
      add(): void {
        throw new TypeError('Cannot read properties of undefined');
      },
    };

    const outcome = addRowsOfRecord(
      { ...tables, blocks: brokenBlocks },
      recordOf(second.round, second.block),
      dependencies,
    );

    expect(outcome).toMatchObject({
      kind: 'reject',
      code: 'reader_failed',
      cause: expect.stringMatching(/^TypeError/),
    });
    expect(contents()).toEqual(before);
    expect(addRowsOfRecord(tables, recordOf(second.round, second.block), dependencies).kind).toBe('ok');
  });

  it('are removed when the announcement of its block is too large for the log', () => {
    const parsedRounds = { recordBytesMax: 100 };

    const outcome = addRowsOfRecord(tables, recordOf(first.round, first.block), { ...dependencies, parsedRounds });

    expect(outcome).toMatchObject({ kind: 'reject', code: 'announcement_too_large' });
    expect(byteLengthOf(tables)).toBe(0);
  });

  it('are not rejected when the process has no memory left', () => {
    const noMemory = new RangeError('Array buffer allocation failed');
    const fullBlocks = {
      ...tables.blocks,
      add(): void {
        throw noMemory;
      },
    };

    expect(() =>
      addRowsOfRecord({ ...tables, blocks: fullBlocks }, recordOf(first.round, first.block), dependencies),
    ).toThrow(noMemory);
  });
});
