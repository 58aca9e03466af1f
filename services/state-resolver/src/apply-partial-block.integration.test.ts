import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MemoryBlock } from '@tonriver/block-source';
import { Bag, CellBuilder, writeBag } from '@tonriver/boc';
import { type CellStore, openCellStore } from '@tonriver/cell-store';
import {
  cellOf,
  hashToHex,
  loadBlock,
  loadShardState,
  shardToHex,
  storeBlock,
  storeShardState,
} from '@tonriver/chain-model';
import { resolveBlock, resolveShardState } from '@tonriver/chain-model/testing';
import { encodeRawBlock, type RoundPlace } from '@tonriver/events';
import { type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { inPartitions, takeRecords } from './testing/record-entry.test-support.ts';
import { builtChain } from './testing/resolvable-chains.test-support.ts';

describe('a readable block that follows another state than the given one', () => {
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
  const { blocks, network, initialStates } = builtChain({ seed: 'partial', rounds: 4, accounts: 6, shardsMax: 1 });
  const masterchain = blocks.filter(({ key }) => key.workchain === -1);
  const [, before, after] = masterchain;

  const deliver = ({ key, boc, rootHash }: MemoryBlock, round: RoundPlace | null) => {
    const zero = Bag.parse(initialStates[0]!.read());
    const builder = new CellBuilder();
    const state = resolveShardState(zero, loadShardState(zero, zero.root));
    storeShardState(builder, { ...state, seqno: before!.key.seqno });
    const given = writeBag([builder.endCell()]);
    const { workchain, seqno } = key;
    const names = { workchain, shard: shardToHex(key.shard), seqno, rootHash: rootHash!, fileHash: null };
    const file = { origin: 'given.boc', isOptional: false, read: () => given };
    const record = encodeRawBlock({ ...names, round, boc });
    return takeRecords({ cells, network, initialStates: [file] }, inPartitions([record]));
  };
  const cases = [
    ['that it continues', after!, 'the block after it starts from'],
    ['in whose place it is', before!, 'its block leaves the state'],
  ] as const;

  it.each(cases)('does not end the process as a partial block (the state %s)', async (_, block, reason) => {
    const taken = await deliver(block, null);
    expect([taken.isDone, taken.modes]).toEqual([[true], ['alone']]);
    expect(taken.unlinked).toEqual([expect.stringContaining(reason)]);
  });

  it.each(cases)('ends the process as a block of a round (the state %s)', async (_, block, reason) => {
    const round = { seqno: block.key.seqno, index: 0, blockCount: 1, isRangeStart: true };
    await expect(deliver(block, round)).rejects.toMatchObject({
      code: 'initial_state_unnamed',
      message: expect.stringContaining(reason),
      fields: { file: 'given.boc' },
    });
  });
});

describe('a late block of a round', () => {
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
  const options = { seed: 'late', rounds: 4, accounts: 6, transactionsPerRound: 4, shardsMax: 1 };
  const { rounds, network, initialStates } = builtChain(options);
  const recordOf = ({ key, boc, rootHash }: MemoryBlock, round: RoundPlace | null) => {
    const names = { workchain: key.workchain, shard: shardToHex(key.shard), seqno: key.seqno };
    return encodeRawBlock({ ...names, rootHash: rootHash!, fileHash: null, round, boc });
  };
  const take = (records: ReturnType<typeof recordOf>[]) =>
    takeRecords({ cells, network, initialStates, isDurable: true }, inPartitions(records));

  it('is resolved once, although another block in its place was resolved', async () => {
    const isFirst = ({ key }: MemoryBlock): boolean => key.workchain === 0 && key.seqno === 1;
    const blocks = rounds.find((all) => all.some(isFirst))!;
    const [head, late] = [blocks.find(({ key }) => key.workchain === -1)!, blocks.find(isFirst)!];
    const bag = Bag.parse(late.boc);
    const block = loadBlock(bag);
    const changed = cellOf(storeBlock, { ...resolveBlock(bag, block), info: { ...block.info, genUtime: 1 } });
    const other = { ...late, boc: writeBag([changed]), rootHash: hashToHex(changed.hash()) };
    const round = { seqno: head.key.seqno, index: 0, blockCount: 1, isRangeStart: true };
    expect((await take([recordOf(other, null)])).modes).toEqual(['whole']);
    // The round is left open: its masterchain block names a block that is not among its own.
    expect((await take([recordOf(head, round)])).isDone).toEqual([true]);

    const record = recordOf(late, { ...round, index: 1, blockCount: 2, isRangeStart: false });
    expect((await take([record])).modes).toEqual(['alone']);
    expect((await take([record])).modes).toEqual([]);
  });
});
