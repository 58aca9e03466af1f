import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type CellStore, openCellStore } from '@tonriver/cell-store';
import { Bag } from '@tonriver/boc';
import { hashToHex, shardToHex } from '@tonriver/chain-model';
import { generateWorkload } from '@tonriver/chain-workload';
import type { LogRecord } from '@tonriver/stream';
import { encodeRawBlock } from '@tonriver/events';
import { type TemporaryDirectory, temporaryDirectory, withPrunedAccounts } from '@tonriver/testing';
import {
  entryPartitions,
  inPartitions,
  type RecordEntryDependencies,
  takeRecords,
} from './testing/record-entry.test-support.ts';

const workload = generateWorkload({ seed: 'refused', rounds: 6, accounts: 6, transactionsPerRound: 4, shardsMax: 1 });
const rounds = [...workload.rounds()].map(({ seqno, blocks }) => ({
  seqno,
  blocks: blocks.toSorted((left, right) => left.workchain - right.workchain),
}));
const { masterchain, basechain } = workload.zeroStates;
const network = {
  name: 'built_test',
  globalId: workload.options.network.globalId,
  zeroStateRootHash: masterchain.rootHash,
  zeroStateFileHash: masterchain.fileHash,
};
const initialStates = [masterchain, basechain].map(({ boc }, index) => ({
  origin: `zero state ${index}`,
  isOptional: false,
  read: () => boc,
}));
/** Of the round in whose basechain block something is wrong. */
const holed = rounds.findIndex(({ blocks }, index) => index > 1 && blocks.some(({ workchain }) => workchain === 0)) + 1;
const shardIndex = 1;

interface Sent {
  readonly round: number;
  readonly index: number;
  /** The block of another round, in this place. */
  readonly blockOf?: number;
  readonly boc?: Uint8Array;
  /** How many blocks the record says that its round has. */
  readonly blockCount?: number;
  readonly isRangeStart?: boolean;
}

/** Records in the order of the log. */
function logOf(blocks: readonly Sent[]): LogRecord[] {
  const records = blocks.map(({ round, index, blockOf = round, boc, blockCount, isRangeStart = round === 1 }) => {
    const all = rounds[round - 1]!.blocks;
    const { workchain, shard, seqno, ...block } = rounds[blockOf - 1]!.blocks[index]!;
    return encodeRawBlock({
      workchain,
      shard: shardToHex(shard),
      seqno,
      rootHash: hashToHex(block.rootHash),
      fileHash: null,
      round: { seqno: round, index, blockCount: blockCount ?? all.length, isRangeStart },
      boc: boc ?? block.boc,
    });
  });
  return inPartitions(records);
}
const roundsFrom = (first: number, last: number): Sent[] =>
  rounds.slice(first - 1, last).flatMap(({ seqno, blocks }) => blocks.map((_, index) => ({ round: seqno, index })));

describe('a block that cannot be read', () => {
  let folder: TemporaryDirectory;
  let cells: CellStore;
  beforeEach(async () => {
    folder = temporaryDirectory();
    cells = await openCellStore({ directory: folder.path });
  });
  afterEach(async () => {
    await cells.close();
    folder.remove();
  });
  const bad = { round: holed, index: shardIndex, boc: Buffer.from('no bag of cells') };
  const good = { round: holed, index: shardIndex };
  const masterchainBlock = { round: holed, index: 0 };
  const take = (records: readonly LogRecord[], options: Partial<RecordEntryDependencies> = {}) =>
    takeRecords({ cells, network, initialStates, ...options }, records);

  it('does not replace a copy that can be read, before or after it', async () => {
    for (const copies of [
      [bad, good],
      [good, bad],
    ]) {
      cells.discard();
      const before = roundsFrom(1, holed - 1);
      const { ranges, modes } = await take(
        logOf([...before, masterchainBlock, ...copies, ...roundsFrom(holed + 1, rounds.length)]),
      );

      expect(ranges).toMatchObject([{ first: 1, last: rounds.length, isComplete: true }]);
      expect(new Set(modes)).toEqual(new Set(['whole']));
    }
  });

  it('delays its round while another copy may come, until the log continues', async () => {
    const waiting = await take(logOf([...roundsFrom(1, holed - 1), masterchainBlock, bad]));
    expect(waiting.ranges).toMatchObject([{ first: 1, last: holed - 1, isComplete: true }]);
    expect(waiting.isDone.at(-1)).toBe(false);

    cells.discard();
    const log = logOf([...roundsFrom(1, holed - 1), masterchainBlock, bad, ...roundsFrom(holed + 1, rounds.length)]);
    const passed = await take(log);
    expect(passed.ranges).toMatchObject([{ first: 1, last: rounds.length, isComplete: false }]);
    expect(passed.isDone).not.toContain(false);
    expect(passed.modes).toContain('accounts');
  });

  it('stops delaying its round because of earlier records, whose bytes are not in memory any more', async () => {
    const log = [masterchainBlock, bad, ...roundsFrom(holed + 1, rounds.length), ...roundsFrom(1, holed - 1)];
    const { ranges, isDone } = await take(logOf(log), { waitingBytesMax: 1 });
    expect(ranges).toMatchObject([{ first: 1, last: rounds.length, isComplete: false }]);
    expect(isDone).not.toContain(false);
  });

  it('stops delaying its round because of records that come again after their rounds are resolved', async () => {
    const [start, ...after] = roundsFrom(holed + 1, rounds.length) as [Sent, ...Sent[]];
    const later = [{ ...start, isRangeStart: true }, ...after];
    const done = await take(logOf([...roundsFrom(1, holed - 1), ...later]), { isDurable: true });
    expect(done.ranges).toMatchObject([{ last: holed - 1 }, { first: holed + 1, last: rounds.length }]);

    const { ranges, isDone } = await take(logOf([masterchainBlock, bad, ...later]), { initialStates: [] });
    expect(ranges).toMatchObject([{ first: 1, last: rounds.length, isComplete: false }]);
    expect(isDone).not.toContain(false);
  });

  it('is resolved late, and once, when it comes again and can be read', async () => {
    const log = logOf([...roundsFrom(1, holed - 1), masterchainBlock, bad, ...roundsFrom(holed + 1, rounds.length)]);
    await take(log, { isDurable: true });
    const again = logOf([masterchainBlock, good, bad, good]);
    const late = await take(again, { initialStates: [], isDurable: true });

    expect([late.modes, late.isDone]).toEqual([['alone'], again.map(() => true)]);
    const third = await take(again, { initialStates: [] });
    expect([third.modes, third.isDone]).toEqual([[], again.map(() => true)]);
  });

  it('does not complete a round with another refused one, or from another partition', async () => {
    const junk = Buffer.from('junk');
    const before = roundsFrom(1, holed - 1);
    const own = { round: holed, index: 0, blockCount: 1, boc: junk };
    const later = { round: holed + entryPartitions, index: 0, blockCount: 1, boc: junk };
    const [elsewhere] = logOf([{ round: holed + entryPartitions, index: 0 }]);
    const log = logOf([...before, own, later]);
    const place = { partition: (holed + 1) % entryPartitions, offset: 99n };
    const { ranges, refusals, isDone } = await take([...log, { ...elsewhere!, ...place }]);

    expect(ranges).toMatchObject([{ first: 1, last: holed - 1, isComplete: true }]);
    expect(refusals).toContain('wrong_record');
    expect(isDone.slice(-3)).toEqual([false, false, true]);

    cells.discard();
    const whole = await take(logOf([...before, own, later, ...roundsFrom(holed, rounds.length)]));
    expect(whole.ranges).toMatchObject([{ first: 1, last: rounds.length, isComplete: true }]);
  });

  it('leaves its round open: each late block of it is resolved alone and once', async () => {
    const own = { round: holed, index: 0, blockCount: 1, boc: Buffer.from('junk') };
    const log = logOf([...roundsFrom(1, holed - 1), own, ...roundsFrom(holed + 1, rounds.length)]);
    const { ranges } = await take(log, { isDurable: true });
    expect(ranges).toMatchObject([{ first: 1, last: rounds.length, isComplete: false }]);

    const late = logOf(roundsFrom(holed, holed));
    expect((await take(late, { initialStates: [], isDurable: true })).modes).toEqual(['alone', 'alone']);
    expect((await take(late, { initialStates: [] })).modes).toEqual([]);
  });

  it.each([0, shardIndex])(
    'at the start of a range (block %i) delays it only until the log continues',
    async (index) => {
      const bad = { round: holed, index, isRangeStart: true, boc: Buffer.from('junk') };
      const other = { round: holed, index: 1 - index };
      const start = [bad, other].toSorted((left, right) => left.index - right.index);
      const waiting = await take(logOf(start), { initialStates: [] });
      expect([waiting.ranges, waiting.isDone]).toEqual([[], [false, false]]);

      cells.discard();
      const log = logOf([...start, ...roundsFrom(holed + 1, rounds.length)]);
      const passed = await take(log, { initialStates: [], isDurable: true });
      expect(passed.ranges).toMatchObject([{ first: holed, last: rounds.length, isComplete: false }]);
      expect(passed.isDone).not.toContain(false);
      const late = await take(logOf([{ round: holed, index }]), { initialStates: [] });
      expect(late.modes).toEqual(['alone']);
    },
  );

  it('with thousands of nested pruned branches does not end the process', async () => {
    const hostile = withPrunedAccounts(rounds[holed - 1]!.blocks[shardIndex]!.boc, 13);
    const bag = Bag.parse(hostile);
    const log = logOf([
      ...roundsFrom(1, holed - 1),
      masterchainBlock,
      { ...good, boc: hostile },
      ...roundsFrom(holed + 1, rounds.length),
    ]);
    const records = log.map(({ headers, ...record }) => {
      const isHostile = record.value === hostile;
      return { ...record, headers: isHostile ? { ...headers, 'root-hash': hashToHex(bag.hash(bag.root)) } : headers };
    });
    const { isDone, unlinked, ranges } = await take(records);

    expect(isDone).not.toContain(false);
    // Its readers bear it, and nothing that is held has what it leaves out.
    expect(unlinked.length).toBe(1);
    expect(ranges).toMatchObject([{ first: 1, last: rounds.length, isComplete: false }]);
  });
});

describe('records with different block counts of a round', () => {
  let folder: TemporaryDirectory;
  let cells: CellStore;
  beforeEach(async () => {
    folder = temporaryDirectory();
    cells = await openCellStore({ directory: folder.path });
  });
  afterEach(async () => {
    await cells.close();
    folder.remove();
  });
  const before = roundsFrom(1, holed - 1);
  const after = roundsFrom(holed + 1, rounds.length);
  const own = roundsFrom(holed, holed);
  const take = (blocks: readonly Sent[]) => takeRecords({ cells, network, initialStates }, logOf(blocks));

  it('do not undo each other', async () => {
    const [first, second] = own as [Sent, Sent];
    const { ranges, modes, isDone } = await take([...before, first, { ...first, blockCount: 99 }, second, ...after]);

    expect(ranges).toMatchObject([{ first: 1, last: rounds.length, isComplete: true }]);
    expect(new Set(modes)).toEqual(new Set(['whole']));
    expect(isDone).not.toContain(false);
  });

  it('are resolved alone if they are blocks that were not chosen', async () => {
    const [first, second] = own as [Sent, Sent];
    const stranger = { ...second, blockOf: rounds.length };
    for (const blocks of [
      [first, { ...stranger, blockCount: 7 }, second],
      [first, second, stranger],
      [first, stranger, second],
    ]) {
      cells.discard();
      // Without what it belongs to a block of the round comes in its own time.
      const { ranges, modes, isDone } = await take([...before, ...blocks]);

      expect(ranges).toMatchObject([{ first: 1, last: holed }]);
      expect(modes.filter((mode) => mode === 'alone').length).toBe(1);
      expect(modes.length).toBe(before.length + blocks.length);
      expect(isDone).not.toContain(false);
    }
  });
});
