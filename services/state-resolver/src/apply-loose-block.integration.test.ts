import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Bag, CellBuilder, writeBag } from '@tonriver/boc';
import { type CellStore, openCellStore } from '@tonriver/cell-store';
import { loadShardState, resolveShardState, shardToHex, storeShardState } from '@tonriver/chain-model';
import { encodeRawBlock } from '@tonriver/events';
import { type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { takeRecords } from './testing/record-entry.test-support.ts';
import { builtChain } from './testing/resolvable-chains.test-support.ts';

describe('a readable block without a round beside an initial state', () => {
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
  const { blocks, network, initialStates } = builtChain({ seed: 'loose', rounds: 4, accounts: 6, shardsMax: 1 });
  const masterchain = blocks.filter(({ key }) => key.workchain === -1);
  const [, before, after] = masterchain;

  it.each([
    ['that it continues', after!],
    ['in whose place it is', before!],
  ])(
    'does not end the process when it names another state than the one given %s',
    async (_, { key, boc, rootHash }) => {
      const zero = Bag.parse(initialStates[0]!.read());
      const builder = new CellBuilder();
      storeShardState(builder, {
        ...resolveShardState(zero, loadShardState(zero, zero.root)),
        seqno: before!.key.seqno,
      });
      const given = writeBag([builder.endCell()]);
      const record = encodeRawBlock({
        workchain: key.workchain,
        shard: shardToHex(key.shard),
        seqno: key.seqno,
        rootHash: rootHash!,
        fileHash: null,
        round: null,
        boc,
      });
      const taken = await takeRecords(
        { cells, network, initialStates: [{ origin: 'given.boc', isOptional: false, read: () => given }] },
        [{ partition: 0, offset: 0n, ...record }],
      );
      expect([taken.isDone, taken.modes]).toEqual([[true], ['alone']]);
      expect(taken.unlinked).toEqual([
        expect.stringMatching(/^(the block after it starts from|its block leaves the state) /),
      ]);
    },
  );
});
