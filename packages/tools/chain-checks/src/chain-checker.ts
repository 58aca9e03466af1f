import { Bag, type Cell, CellBuilder, sha256 } from '@tonriver/boc';
import {
  type Block,
  type BlockReference,
  equalBytes,
  hashToHex,
  loadBlock,
  loadBlockMasterchainExtra,
  loadShardDescriptions,
  loadShardState,
  type MasterchainBlockExtra,
  type ShardState,
  type ShardTop,
  shardChildren,
  shardParent,
  shardToHex,
  WHOLE_SHARD,
} from '@tonriver/chain-model';
import type { BuiltBlock, Round, ZeroState } from '@tonriver/chain-builder';
import { applyUpdate } from './apply-update.ts';
import { BlockChecker } from './block-checker.ts';
import { checkLibraries } from './check-libraries.ts';
import { checkMasterchainState } from './check-masterchain-state.ts';
import { expectThat } from './expect-that.ts';

/** A checked block, with the state after it. */
export interface KnownBlock {
  readonly reference: BlockReference;
  readonly info: Block['info'] | null;
  readonly stateCell: Cell;
  readonly stateBag: Bag;
  readonly state: ShardState;
}

/** A block while it is checked. */
export interface OpenedBlock {
  readonly built: BuiltBlock;
  readonly bag: Bag;
  readonly block: Block;
  readonly masterchainExtra: MasterchainBlockExtra | null;
  readonly parents: readonly KnownBlock[];
  readonly after: KnownBlock;
}

/** Checks a chain from its bytes alone, round by round. Throws an error that names the first broken rule. */
export class ChainChecker {
  readonly #blocks: BlockChecker;
  /** Newest blocks by shard, including the masterchain. */
  readonly #tops = new Map<string, KnownBlock>();
  readonly #globalId: number;
  #masterchain: KnownBlock;
  #shards: readonly ShardTop[] = [];

  constructor(zeroStates: { readonly masterchain: ZeroState; readonly basechain: ZeroState }, globalId: number) {
    this.#globalId = globalId;
    this.#masterchain = openZeroState(zeroStates.masterchain);
    this.#tops.set(shardToHex(WHOLE_SHARD), openZeroState(zeroStates.basechain));
    this.#blocks = new BlockChecker();
  }

  get tally() {
    return this.#blocks.tally;
  }

  check(round: Round): void {
    const [masterBuilt, ...shardBuilt] = round.blocks as [BuiltBlock, ...BuiltBlock[]];
    expectThat(masterBuilt.seqno === round.seqno && masterBuilt.workchain === -1, 'a round begins with its block');
    const newest = new Map<string, KnownBlock>();
    const used = new Set<string>();
    for (const built of shardBuilt) {
      const opened = this.#openShardBlock(built, newest);
      this.#blocks.check(opened, round.seqno);
      newest.set(shardToHex(built.shard), opened.after);
      used.add(`${built.shard}:${built.seqno}`);
    }
    expectThat(used.size === shardBuilt.length, 'no block comes twice');
    const opened = this.#open(masterBuilt, [this.#masterchain]);
    this.#blocks.check(opened, round.seqno);
    checkMasterchainState(opened, this.#masterchain, round, shardBuilt);
    this.#checkTops(opened, newest);
    this.#masterchain = opened.after;
  }

  /** Checks at the end that every message has a receiver or is in a queue. */
  finish(): { readonly inFlight: number } {
    const states = [...this.#tops.values(), this.#masterchain];
    return this.#blocks.finish(states);
  }

  #openShardBlock(built: BuiltBlock, newest: ReadonlyMap<string, KnownBlock>): OpenedBlock {
    const bag = Bag.parse(built.boc);
    const { info } = loadBlock(bag);
    const find = (shard: bigint): KnownBlock => {
      const known = newest.get(shardToHex(shard)) ?? this.#tops.get(shardToHex(shard));
      if (known === undefined) throw new Error(`no parent in shard ${shardToHex(shard)}`);
      return known;
    };
    const isContinued = newest.has(shardToHex(built.shard));
    if (info.afterMerge && !isContinued) return this.#open(built, shardChildren(built.shard).map(find));
    if (info.afterSplit && !isContinued) return this.#open(built, [find(shardParent(built.shard))]);
    return this.#open(built, [find(built.shard)]);
  }

  #open(built: BuiltBlock, parents: readonly KnownBlock[]): OpenedBlock {
    const bag = Bag.parse(built.boc);
    const block = loadBlock(bag);
    const { info } = block;
    expectThat(equalBytes(bag.hash(bag.root), built.rootHash), 'the root hash is that of the root cell');
    expectThat(equalBytes(sha256(built.boc), built.fileHash), 'the file hash is that of the file');
    expectThat(block.globalId === this.#globalId, 'the global id');
    expectThat(
      info.shard === built.shard && info.seqno === built.seqno && info.workchain === built.workchain,
      'the id',
    );
    expectThat(info.previousBlocks.length === parents.length, 'the number of parents');
    for (const [index, reference] of info.previousBlocks.entries()) {
      expectThat(isSame(reference, parents[index]?.reference), 'the parents are the newest blocks');
    }
    expectThat(info.seqno === Math.max(...parents.map(({ reference }) => reference.seqno)) + 1, 'the seqno follows');
    if (info.notMaster) expectThat(isSame(info.masterRef, this.#masterchain.reference), 'the masterchain reference');
    const oldState = parents.length === 1 ? (parents[0] as KnownBlock).stateCell : pairOf(parents);
    const stateCell = applyUpdate(bag.toCell(block.stateUpdate), oldState);
    const stateBag = Bag.of(stateCell);
    const state = loadShardState(stateBag, stateBag.root);
    const { rootHash, fileHash, seqno } = built;
    const reference = { endLt: info.endLt, seqno, rootHash, fileHash };
    const after = { reference, info, stateCell, stateBag, state };
    expectThat(equalBytes(stateCell.hash(), built.stateHash), 'the hash of the state after the block');
    return { built, bag, block, masterchainExtra: loadBlockMasterchainExtra(bag, block), parents, after };
  }

  /** Checks that the shards which the masterchain block names are the newest blocks and cover every account. */
  #checkTops(opened: OpenedBlock, newest: ReadonlyMap<string, KnownBlock>): void {
    const { bag, masterchainExtra } = opened;
    const tops = loadShardDescriptions(bag, masterchainExtra?.shardHashes ?? null);
    const named = new Map<string, KnownBlock>();
    for (const { shard, description } of tops) {
      const name = shardToHex(shard);
      const known = newest.get(name) ?? this.#tops.get(name);
      expectThat(known !== undefined && isSame(known.reference, description), 'a top is the newest block of its shard');
      if (known !== undefined) named.set(name, known);
      const { info } = known as KnownBlock;
      if (info === null) continue;
      expectThat(description.beforeSplit === info.beforeSplit, 'before_split as in the block');
      expectThat(description.wantSplit === info.wantSplit && description.wantMerge === info.wantMerge, 'wishes');
      expectThat(description.genUtime === info.genUtime && description.startLt === info.startLt, 'times of the top');
      if (newest.has(name)) expectThat(description.regMcSeqno === opened.built.seqno, 'registered here');
    }
    for (const name of newest.keys()) expectThat(named.has(name), 'every new block lies under a top');
    this.#checkSplitsAndMerges(tops);
    this.#tops.clear();
    for (const [name, known] of named) this.#tops.set(name, known);
    this.#shards = tops;
  }

  #checkSplitsAndMerges(tops: readonly ShardTop[]): void {
    const before = new Map(this.#shards.map((top) => [top.shard, top.description]));
    for (const { shard, description } of tops) {
      if (before.has(shard) || before.size === 0) continue;
      const parent = shard === WHOLE_SHARD ? undefined : before.get(shardParent(shard));
      const isSplit = parent?.beforeSplit === true;
      const isMerge = shardChildren(shard).every((child) => before.get(child)?.beforeMerge === true);
      expectThat(isSplit || isMerge, 'a new shard comes from a split or a merge that was announced');
      expectThat(description.seqno > 0, 'a new shard has a block');
    }
    for (const { shard, description } of this.#shards) {
      if (!description.beforeSplit || !tops.some((top) => top.shard === shard)) continue;
      const now = tops.find((top) => top.shard === shard)?.description;
      expectThat(now?.seqno === description.seqno, 'a shard about to split stands still');
    }
  }
}

function isSame(
  left: Pick<BlockReference, 'seqno' | 'rootHash' | 'fileHash' | 'endLt'> | null,
  right?: BlockReference,
) {
  if (left === null || right === undefined) return false;
  const isSameBlock = left.seqno === right.seqno && left.endLt === right.endLt;
  return (
    isSameBlock && hashToHex(left.rootHash) === hashToHex(right.rootHash) && equalBytes(left.fileHash, right.fileHash)
  );
}

function pairOf(parents: readonly KnownBlock[]): Cell {
  const [left, right] = parents as [KnownBlock, KnownBlock];
  const pair = new CellBuilder().storeUint(0x5f327da5, 32).storeRef(left.stateCell).storeRef(right.stateCell).endCell();
  return pair;
}

function openZeroState(zero: ZeroState): KnownBlock {
  const bag = Bag.parse(zero.boc);
  expectThat(equalBytes(bag.hash(bag.root), zero.rootHash), 'the root hash of the zero state');
  expectThat(equalBytes(sha256(zero.boc), zero.fileHash), 'the file hash of the zero state');
  const state = loadShardState(bag, bag.root);
  const reference = { endLt: state.genLt, seqno: 0, rootHash: zero.rootHash, fileHash: zero.fileHash };
  checkLibraries({ state, stateBag: bag });
  return { reference, info: null, stateCell: bag.toCell(bag.root), stateBag: bag, state };
}
