import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type CellStore, openCellStore } from '@tonriver/cell-store';
import { Bag } from '@tonriver/boc';
import { hashToHex, shardToHex } from '@tonriver/chain-model';
import { generateWorkload } from '@tonriver/chain-builder';
import type { LogRecord } from '@tonriver/event-log';
import { encodeRawBlock } from '@tonriver/events';
import { type TemporaryDirectory, temporaryDirectory, withPrunedAccounts } from '@tonriver/testing';
import { refusedKey } from './apply-round.ts';
import { takeRecords } from './testing/record-entry.test-support.ts';

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

/** Records in the order of the log, one partition. */
function logOf(blocks: readonly { readonly round: number; readonly index: number; readonly boc?: Uint8Array }[]) {
  return blocks.map(({ round, index, boc }, place): LogRecord => {
    const all = rounds[round - 1]!.blocks;
    const { workchain, shard, seqno, ...block } = all[index]!;
    const record = encodeRawBlock({
      workchain,
      shard: shardToHex(shard),
      seqno,
      rootHash: hashToHex(block.rootHash),
      fileHash: null,
      round: { seqno: round, index, blockCount: all.length, isRangeStart: round === 1 && index === 0 },
      boc: boc ?? block.boc,
    });
    return { partition: 0, offset: BigInt(place), ...record };
  });
}
const roundsFrom = (first: number, last: number) =>
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
  const take = (records: readonly LogRecord[]) => takeRecords({ cells, network, initialStates, begin: 1 }, records);

  it('does not take the place of a copy that can, before or after it', async () => {
    for (const copies of [
      [bad, good],
      [good, bad],
    ]) {
      cells.discard();
      const before = roundsFrom(1, holed - 1);
      const { resolver, modes } = await take(
        logOf([...before, masterchainBlock, ...copies, ...roundsFrom(holed + 1, rounds.length)]),
      );

      expect(resolver.ranges).toMatchObject([{ first: 1, last: rounds.length, isComplete: true }]);
      expect(new Set(modes)).toEqual(new Set(['whole']));
    }
  });

  it('holds its round back while another copy may come, and no longer than the log goes on', async () => {
    const waiting = await take(logOf([...roundsFrom(1, holed - 1), masterchainBlock, bad]));
    expect(waiting.resolver.ranges).toMatchObject([{ first: 1, last: holed - 1, isComplete: true }]);
    expect(waiting.isDone.at(-1)).toBe(false);

    cells.discard();
    const log = logOf([...roundsFrom(1, holed - 1), masterchainBlock, bad, ...roundsFrom(holed + 1, rounds.length)]);
    const passed = await take(log);
    expect(passed.resolver.ranges).toMatchObject([{ first: 1, last: rounds.length, isComplete: false }]);
    expect(passed.isDone).not.toContain(false);
    expect(passed.modes).toContain('accounts');
  });

  it('is resolved late when it comes again and can be read, once', async () => {
    const log = logOf([...roundsFrom(1, holed - 1), masterchainBlock, bad, ...roundsFrom(holed + 1, rounds.length)]);
    const { resolver } = await take(log);
    await resolver.flush();
    const key = refusedKey({ seqno: holed, index: shardIndex });
    expect(cells.record(key)).toBeDefined();
    const again = logOf([good]);
    const late = await takeRecords({ cells, network, initialStates: [] }, again);
    await late.resolver.flush();

    expect([late.modes, late.isDone]).toEqual([['alone'], [true]]);
    expect(cells.record(key)).toBeUndefined();
    const third = await takeRecords({ cells, network, initialStates: [] }, again);
    expect([third.modes, third.isDone]).toEqual([[], [true]]);
  });

  it('with thousands of pruned branches in a row is one of them, and no end of the process', async () => {
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
    const { isDone, unlinked, resolver } = await take(records);

    expect(isDone).not.toContain(false);
    // Its readers bear it, and nothing that is held has what it leaves out.
    expect(unlinked.length).toBe(1);
    expect(resolver.ranges).toMatchObject([{ first: 1, last: rounds.length, isComplete: false }]);
  });
});
