import { describe, expect, it } from '@jest/globals';
import { Bag, type Cell, CellBuilder, type CellSlice, prunedBranch } from '@tonriver/boc';
import { loadAccount, loadStorageInfo } from '../account/index.ts';
import { loadDepthBalanceInfo } from '../account/depth-balance-info.ts';
import { loadOutMsgQueueInfo, loadShardState } from './index.ts';
import { loadBlockCreateStats, loadCreatorStats } from './block-create-stats.ts';
import { loadMasterchainStateExtra } from './masterchain-state-extra.ts';
import { loadSplitOrUnsplitState } from './shard-state.ts';
import { loadSharedLibrary } from './shared-library.ts';

const empty = new CellBuilder().endCell();

function bagOf(build: (builder: CellBuilder) => CellBuilder): Bag {
  return Bag.of(build(new CellBuilder()).endCell());
}

describe('states and accounts with a tag that does not exist are refused', () => {
  const cases: readonly [
    name: string,
    load: (slice: CellSlice) => unknown,
    build: (builder: CellBuilder) => CellBuilder,
  ][] = [
    ['ShardStateUnsplit', (slice) => loadShardState(slice.bag, slice.cell), (builder) => builder.storeUint(1, 32)],
    [
      'ShardState',
      (slice) => loadSplitOrUnsplitState(slice.bag, slice.cell),
      (builder) => builder.storeUint(0x5f327da6, 32),
    ],
    ['McStateExtra', loadMasterchainStateExtra, (builder) => builder.storeUint(0xcc27, 16)],
    ['BlockCreateStats', loadBlockCreateStats, (builder) => builder.storeUint(0x18, 8)],
    ['CreatorStats', loadCreatorStats, (builder) => builder.storeUint(5, 4)],
    ['LibDescr', loadSharedLibrary, (builder) => builder.storeUint(1, 2)],
    [
      'OutMsgQueueExtra',
      loadOutMsgQueueInfo,
      (builder) => builder.storeBit(0).storeUint(0, 64).storeBit(0).storeBit(1).storeUint(1, 4),
    ],
    ['StorageExtraInfo', loadStorageInfo, (builder) => builder.storeUint(0, 6).storeUint(0b010, 3)],
  ];

  for (const [name, load, build] of cases) {
    it(name, () => {
      const bag = bagOf(build);
      expect(() => load(bag.slice(bag.root))).toThrow(expect.objectContaining({ code: 'bad_tag' }));
    });
  }
});

describe('values outside their range are refused', () => {
  const badValue = expect.objectContaining({ code: 'bad_value' });

  it('a split depth over 30', () => {
    const bag = bagOf((builder) => builder.storeUint(31, 5).storeUint(0, 5));
    expect(() => loadDepthBalanceInfo(bag.slice(bag.root))).toThrow(badValue);
  });

  it('flags of the masterchain state that nobody knows', () => {
    const inner = new CellBuilder().storeUint(2, 16).endCell();
    const bag = bagOf((builder) =>
      builder.storeUint(0xcc26, 16).storeBit(0).storeBytes(new Uint8Array(32)).storeRef(empty).storeRef(inner),
    );
    expect(() => loadMasterchainStateExtra(bag.slice(bag.root))).toThrow(badValue);
  });
});

describe('an account', () => {
  const load = (cell: Cell) => (): unknown => {
    const bag = Bag.of(new CellBuilder().storeRef(cell).endCell());
    return loadAccount(bag, bag.ref(bag.root, 0));
  };

  it('that does not exist is null, and nothing else', () => {
    expect(load(new CellBuilder().storeBit(0).endCell())()).toBeNull();
    expect(load(new CellBuilder().storeUint(0, 2).endCell())).toThrow(
      expect.objectContaining({ code: 'trailing_data' }),
    );
  });

  it('that is pruned says so', () => {
    expect(load(prunedBranch(new CellBuilder().storeUint(5, 9).endCell()))).toThrow(
      expect.objectContaining({ code: 'cell_exotic' }),
    );
  });
});
