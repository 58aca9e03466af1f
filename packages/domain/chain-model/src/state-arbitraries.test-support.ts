import type { Cell } from '@tonriver/boc';
import fc from 'fast-check';
import type { AccountParts, AccountState, DepthBalanceInfo, ShardAccount, StorageInfo } from './account/index.ts';
import {
  cell,
  currencies,
  hash,
  int,
  maybe,
  standardAddress,
  stateInit,
  storageUsed,
  uint,
  uint64,
} from './arbitraries.test-support.ts';
import type {
  BlockCreateStats,
  CreatorStats,
  EnqueuedMessage,
  KeyMaxLt,
  MasterchainStateExtra,
  OldMasterchainBlock,
  OutMsgQueueInfo,
  ProcessedUpto,
  SharedLibrary,
  ShardStateParts,
  ValidatorInfo,
} from './state/index.ts';

/** Random values of accounts and states, to be stored and loaded again. */

export const storageInfo: fc.Arbitrary<StorageInfo> = fc.record({
  used: storageUsed,
  storageDictHash: maybe(hash),
  lastPaid: uint(32),
  duePayment: maybe(fc.bigInt(0n, 0xffff_ffffn)),
});
export const accountState: fc.Arbitrary<AccountState<Cell>> = fc.oneof(
  fc.constant<AccountState<Cell>>({ type: 'uninit', stateInit: null, stateHash: null }),
  hash.map((stateHash): AccountState<Cell> => ({ type: 'frozen', stateInit: null, stateHash })),
  stateInit.map((init): AccountState<Cell> => ({ type: 'active', stateInit: init, stateHash: null })),
);
export const accountParts: fc.Arbitrary<AccountParts<Cell>> = fc.record({
  address: standardAddress,
  storageInfo: storageInfo.map((info) => ({ ...info, storageDictHash: null })),
  storage: fc.record({ lastTransLt: uint64, balance: currencies, state: accountState }),
});
export const depthBalance: fc.Arbitrary<DepthBalanceInfo> = fc.record({ splitDepth: fc.nat(30), balance: currencies });
export const shardAccount: fc.Arbitrary<ShardAccount<Cell>> = fc.record({
  account: cell,
  lastTransHash: hash,
  lastTransLt: uint64,
});

const blockReference = fc.record({ endLt: uint64, seqno: uint(32), rootHash: hash, fileHash: hash });
const counters = fc.record({ lastUpdated: uint(32), total: uint64, count2048: uint64, count65536: uint64 });

export const enqueuedMessage: fc.Arbitrary<EnqueuedMessage<Cell>> = fc.record({ enqueuedLt: uint64, envelope: cell });
export const processedUpto: fc.Arbitrary<ProcessedUpto> = fc.record({ lastMsgLt: uint64, lastMsgHash: hash });
export const outMsgQueueInfo: fc.Arbitrary<OutMsgQueueInfo<Cell>> = fc.record({
  outQueue: fc.record({ root: maybe(cell), extra: uint64 }),
  processedInfo: maybe(cell),
  extra: maybe(
    fc.record({ dispatchQueue: fc.record({ root: maybe(cell), extra: uint64 }), outQueueSize: maybe(uint(48)) }),
  ),
});
export const keyMaxLt: fc.Arbitrary<KeyMaxLt> = fc.record({ isKeyBlock: fc.boolean(), maxEndLt: uint64 });
export const oldMasterchainBlock: fc.Arbitrary<OldMasterchainBlock> = fc.record({
  isKeyBlock: fc.boolean(),
  reference: blockReference,
});
export const creatorStats: fc.Arbitrary<CreatorStats> = fc.record({
  masterchainBlocks: counters,
  shardBlocks: counters,
});
export const blockCreateStats: fc.Arbitrary<BlockCreateStats<Cell>> = fc.record({
  counters: maybe(cell),
  extra: maybe(uint(32)),
});
export const validatorInfo: fc.Arbitrary<ValidatorInfo> = fc.record({
  validatorListHashShort: uint(32),
  catchainSeqno: uint(32),
  nextCatchainUpdated: fc.boolean(),
});
export const sharedLibrary: fc.Arbitrary<SharedLibrary<Cell>> = fc.record({
  library: cell,
  publishers: fc
    .uniqueArray(hash, { minLength: 1, maxLength: 5, selector: (key) => Buffer.from(key).toString('hex') })
    .map((keys) => keys.sort((left, right) => Buffer.compare(left, right))),
});
export const masterchainStateExtra: fc.Arbitrary<MasterchainStateExtra<Cell>> = fc.record({
  shardHashes: maybe(cell),
  config: fc.record({ configAddress: hash, config: cell }),
  validatorInfo,
  previousBlocks: fc.record({ root: maybe(cell), extra: keyMaxLt }),
  afterKeyBlock: fc.boolean(),
  lastKeyBlock: maybe(blockReference),
  blockCreateStats: maybe(blockCreateStats),
  globalBalance: currencies,
});
export const shardState: fc.Arbitrary<ShardStateParts<Cell>> = fc.record({
  workchain: int(32),
  shard: fc
    .nat(60)
    .chain((length) =>
      fc.bigInt(0n, (1n << BigInt(length)) - 1n).map((prefix) => ((prefix << 1n) | 1n) << BigInt(63 - length)),
    ),
  globalId: int(32),
  seqno: uint(32),
  vertSeqno: uint(32),
  genUtime: uint(32),
  genLt: uint64,
  minRefMcSeqno: uint(32),
  outMsgQueueInfo: cell,
  beforeSplit: fc.boolean(),
  accounts: cell,
  overloadHistory: uint64,
  underloadHistory: uint64,
  totalBalance: currencies,
  totalValidatorFees: currencies,
  libraries: maybe(cell),
  masterRef: maybe(blockReference),
  custom: maybe(masterchainStateExtra),
});
