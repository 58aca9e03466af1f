import { accountStateRow } from '@tonriver/block-rows';
import type { Bag } from '@tonriver/boc';
import {
  type Block,
  ChainModelError,
  checkLogicalTimes,
  forEachShownAccount,
  type Hash,
  hashToHex,
  loadAccountBlocks,
  loadBlock,
  loadBlockMasterchainExtra,
  loadMerkleUpdate,
  loadShardDescriptions,
  type MerkleUpdate,
  type OpenBlockBag,
  parseBlockBag,
  type ShardAccount,
  shardChildren,
  shardFromHex,
  shardParent,
  shardToHex,
  ZERO_HASH,
} from '@tonriver/chain-model';
import { readingFaultOf } from '@tonriver/errors';
import type { RawBlock } from '@tonriver/events';
import { librariesOfState } from './library-changes.ts';

/** Identifies a block of a shard. */
export interface ShardPlace {
  readonly workchain: number;
  /** 16 upper-case hex digits. */
  readonly shard: string;
  readonly seqno: number;
}

/** An account with transactions in the block. */
export interface ChangedAccount {
  readonly account: Hash;
  /** Of its last transaction; 0 for an account that is not in the new state. */
  readonly lt: bigint;
  /** Whether the block shows the account's state before it, which the parser stores then. */
  readonly isBeforeShown: boolean;
  readonly code: ShownTree | null;
  readonly data: ShownTree | null;
}

/** A tree of cells of which the block may leave out parts, or all. */
export interface ShownTree {
  readonly cell: number;
  /** Of the whole tree. */
  readonly hash: Hash;
}

/** The newest block of a shard, named by a masterchain block. */
export interface ShardTop extends ShardPlace {
  /** Hex. */
  readonly rootHash: string;
  /** Seqno of the first masterchain block that names it: the block belongs to that round. */
  readonly registeredAt: number;
}

/** All that the resolver needs of a block. It is well-formed: applying it reads no cell that was not decoded. */
export interface StateBlock extends ShardPlace {
  readonly bag: Bag;
  readonly block: Block;
  readonly update: MerkleUpdate;
  /** The blocks before it: two after a merge, the parent's after a split. */
  readonly previous: readonly ShardPlace[];
  /** Hashes of the whole states that the update starts from, one per block before. */
  readonly starts: readonly Hash[];
  /** Of the state after: hash of the dictionary of libraries; see `librariesOfState`. Undefined in other workchains. */
  readonly libraries: string | null | undefined;
  readonly accounts: readonly ChangedAccount[];
  /** Newest blocks of all shards, as a masterchain block knows them; empty in others. */
  readonly shardTops: readonly ShardTop[];
}

/** Why a block cannot be read. The parser writes a dead letter with the same reason. */
export interface RefusedBlock {
  readonly refusal: string;
  readonly code: string;
}

/**
 * Decodes everything that will be read of a raw block. This only computes, so every error is the fault of the block and
 * refuses it, as the parser does. Only a lack of memory is thrown.
 */
export function decodeStateBlock(raw: RawBlock, openBag: OpenBlockBag = parseBlockBag): StateBlock | RefusedBlock {
  try {
    return decode(raw, openBag);
  } catch (error) {
    const { code, cause } = readingFaultOf(error);
    return { refusal: cause, code };
  }
}

function decode(raw: RawBlock, openBag: OpenBlockBag): StateBlock | RefusedBlock {
  const bag = openBag(raw.boc, raw.rootHash);
  bag.hashAll();
  const rootHash = hashToHex(bag.hash(bag.root));
  if (rootHash !== raw.rootHash) return { refusal: `its root hash is ${rootHash}`, code: 'wrong_root_hash' };
  const block = loadBlock(bag);
  const { workchain, shard, seqno } = block.info;
  if (workchain !== raw.workchain || shardToHex(shard) !== raw.shard || seqno !== raw.seqno) {
    return { refusal: `it is (${workchain},${shardToHex(shard)},${seqno})`, code: 'wrong_block' };
  }
  const update = loadMerkleUpdate(bag, block.stateUpdate);
  const extra = loadBlockMasterchainExtra(bag, block);
  const shardTops =
    extra === null
      ? []
      : loadShardDescriptions(bag, extra.shardHashes).map((top) => ({
          workchain: top.workchain,
          shard: shardToHex(top.shard),
          seqno: top.description.seqno,
          rootHash: hashToHex(top.description.rootHash),
          registeredAt: top.description.regMcSeqno,
        }));
  const previous = previousOf(block);
  return {
    workchain,
    shard: raw.shard,
    seqno,
    bag,
    block,
    update,
    previous,
    starts: startsOf(bag, update, previous.length),
    libraries: workchain === -1 ? librariesOfState(bag, update.newRoot) : undefined,
    accounts: changedAccounts(bag, block, update),
    shardTops,
  };
}

function previousOf({ info }: Block): ShardPlace[] {
  const { workchain, shard, previousBlocks, afterMerge, afterSplit } = info;
  const shards = afterMerge ? shardChildren(shard) : [afterSplit ? shardParent(shard) : shard];
  return previousBlocks.map(({ seqno }, index) => ({ workchain, shard: shardToHex(shards[index] ?? shard), seqno }));
}

/**
 * After a merge an update starts from two states:
 * `split_state#5f327da5 left:^ShardStateUnsplit right:^ShardStateUnsplit = ShardState;`
 */
function startsOf(bag: Bag, { oldHash, oldRoot }: MerkleUpdate, count: number): Hash[] {
  if (count === 1) return [oldHash];
  return Array.from({ length: count }, (_, position) => bag.hash(bag.ref(oldRoot, position), 0));
}

function changedAccounts(bag: Bag, block: Block, update: MerkleUpdate): ChangedAccount[] {
  const changed = loadAccountBlocks(bag, block.extra.accountBlocks);
  if (changed.length === 0) return [];
  const checkLt = checkLogicalTimes(block);
  const shown = new Map<string, ShardAccount>();
  forEachShownAccount(bag, update.newRoot, (account, shardAccount) => shown.set(hashToHex(account), shardAccount));
  const before = new Set<string>();
  forEachShownAccount(bag, update.oldRoot, (account, shardAccount) => {
    if (bag.cellType(shardAccount.account) !== 'pruned') before.add(hashToHex(account));
  });
  return changed.map(({ accountHash: account, transactions }) => {
    const found = shown.get(hashToHex(account));
    const isBeforeShown = before.has(hashToHex(account));
    // A deleted account has no state that names its last transaction.
    if (found === undefined) {
      return { account, lt: transactions.at(-1)?.lt ?? 0n, isBeforeShown, code: null, data: null };
    }
    checkLt(found.lastTransLt);
    return {
      account,
      lt: found.lastTransLt,
      isBeforeShown,
      ...shownTrees(bag, block.info.workchain, account, found.account),
    };
  });
}

/** Returns code and data of the Account in a cell, pruned or not. */
export function shownTrees(
  bag: Bag,
  workchain: number,
  account: Hash,
  cell: number,
): { readonly code: ShownTree | null; readonly data: ShownTree | null } {
  const place = { workchain, account, lt: 0n, transactionHash: ZERO_HASH, mcBlockSeqno: null, rowVersion: 0 };
  const { codeHash, dataHash } = accountStateRow(bag, cell, place);
  return { code: treeOf(bag, cell, codeHash), data: treeOf(bag, cell, dataHash) };
}

/** Finds a tree of an account by its hash: it is one of the account's direct references. */
function treeOf(bag: Bag, account: number, hash: Hash | null): ShownTree | null {
  if (hash === null) return null;
  for (let position = 0; position < bag.refCount(account); position++) {
    const cell = bag.ref(account, position);
    if (Buffer.compare(bag.hash(cell, 0), hash) === 0) return { cell, hash };
  }
  throw new ChainModelError('bad_value', 'An account does not refer to its own code or data', {
    hash: hashToHex(hash),
  });
}

/** Orders the blocks of a round so that each comes after those that it continues. */
export function compareBySeqno(left: ShardPlace, right: ShardPlace): number {
  if (left.workchain !== right.workchain) return left.workchain - right.workchain;
  if (left.seqno !== right.seqno) return left.seqno - right.seqno;
  return shardFromHex(left.shard) < shardFromHex(right.shard) ? -1 : 1;
}
