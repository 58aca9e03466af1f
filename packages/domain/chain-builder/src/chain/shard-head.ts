import { type Cell, CellBuilder } from '@tonriver/boc';
import {
  addCurrencyCollections,
  type BlockReference,
  type CurrencyCollection,
  type DepthBalanceInfo,
  type PreviousBlocks,
  shardContains,
  shardPrefixLength,
} from '@tonriver/chain-model';
import { addressPrefix } from './address-prefix.ts';
import {
  changeLiveDictionary,
  eachLiveValue,
  joinLiveHalves,
  type LiveDictionary,
  liveHalf,
} from './live-dictionary.ts';
import type { QueuedMessage } from './message-queue.ts';
import { compactProcessed, isLeftHalf, type ProcessedUptoRecord, splitProcessed } from './processed-upto.ts';
import type { ShardStep } from './shard-configuration.ts';
import type { AccountRecord } from './transaction-outcome.ts';

/** The parts of a shard's state that its next block continues. */
export interface ShardContents {
  readonly accounts: LiveDictionary<AccountRecord, DepthBalanceInfo>;
  readonly queue: LiveDictionary<QueuedMessage, bigint>;
  /** The number of messages in `queue`. */
  readonly queueSize: number;
  readonly processed: readonly ProcessedUptoRecord[];
  readonly validatorFees: CurrencyCollection;
  readonly overloadHistory: bigint;
  readonly underloadHistory: bigint;
  /** `HashmapE 256 LibDescr`: public libraries of masterchain accounts; null in the basechain. */
  readonly libraries: Cell | null;
}

/** The newest block of a shard, and the state after it. */
export interface ShardHead {
  readonly workchain: number;
  readonly shard: bigint;
  /** Seqno 0 is the zero state. */
  readonly reference: BlockReference;
  readonly genUtime: number;
  readonly state: Cell;
  readonly contents: ShardContents;
}

/** The predecessors of a block. After a merge `state` is the pair of both states. */
export interface BlockParents {
  readonly references: PreviousBlocks;
  readonly genUtime: number;
  readonly state: Cell;
  readonly contents: ShardContents;
}

/** `split_state#5f327da5 left:^ShardStateUnsplit right:^ShardStateUnsplit = ShardState;` */
function pairOfStates(left: Cell, right: Cell): Cell {
  return new CellBuilder().storeUint(0x5f327da5, 32).storeRef(left).storeRef(right).endCell();
}

/** Returns the predecessors of a step's block, from the heads of `step.parents`. */
export function parentsOf(step: ShardStep, heads: readonly ShardHead[]): BlockParents {
  const [first, second] = heads as [ShardHead, ShardHead | undefined];
  if (step.kind === 'after_merge' && second !== undefined) return mergedParents(step.shard, first, second);
  const contents = step.kind === 'after_split' ? splitContents(first, step.shard) : first.contents;
  return { references: [first.reference], genUtime: first.genUtime, state: first.state, contents };
}

function splitContents({ contents, shard }: ShardHead, child: bigint): ShardContents {
  const isLeft = isLeftHalf(child);
  const depth = shardPrefixLength(shard);
  const leaving = [...eachLiveValue(contents.queue)].filter(({ holder }) => !holds(child, holder));
  const fees = contents.validatorFees;
  return {
    accounts: liveHalf(contents.accounts, depth, isLeft ? 0 : 1),
    queue: changeLiveDictionary(
      contents.queue,
      leaving.map(({ key }) => ({ key, value: null })),
    ),
    queueSize: contents.queueSize - leaving.length,
    processed: splitProcessed(contents.processed, child),
    validatorFees: { grams: (fees.grams + (isLeft ? 0n : 1n)) >> 1n, extra: fees.extra },
    overloadHistory: 0n,
    underloadHistory: 0n,
    libraries: null,
  };
}

function mergedParents(shard: bigint, left: ShardHead, right: ShardHead): BlockParents {
  const [one, other] = [left.contents, right.contents];
  const joining = [...eachLiveValue(other.queue)].map((message) => ({ key: message.key, value: message }));
  return {
    references: [left.reference, right.reference],
    genUtime: Math.max(left.genUtime, right.genUtime),
    state: pairOfStates(left.state, right.state),
    contents: {
      accounts: joinLiveHalves(one.accounts, other.accounts, shardPrefixLength(shard)),
      queue: changeLiveDictionary(one.queue, joining),
      queueSize: one.queueSize + other.queueSize,
      processed: compactProcessed([...one.processed, ...other.processed]),
      validatorFees: addCurrencyCollections(one.validatorFees, other.validatorFees),
      overloadHistory: 0n,
      underloadHistory: 0n,
      libraries: null,
    },
  };
}

/** Tells whether an account belongs to a shard. */
export function holds(shard: bigint, hash: Uint8Array): boolean {
  return shardContains(shard, addressPrefix(hash) | 1n);
}
