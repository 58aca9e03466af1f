import { type Bag, type Cell, CellBuilder, type CellSlice } from '@tonriver/boc';
import { buildHashmap, DictionaryWalk, keyFromUint } from '../dictionary/index.ts';
import { badValue, ChainModelError } from '../errors.ts';
import { ensureRead } from './inner-cell.ts';
import { loadShardDescription, type ShardDescription, storeShardDescription } from './shard-description.ts';
import { shardChildren, shardPrefixBitsMax, WHOLE_SHARD } from './shard-id.ts';
import type { ShardIdent } from './shard-ident.ts';

/** A shard and its newest block that the masterchain block knows. */
export interface ShardTop extends ShardIdent {
  readonly description: ShardDescription;
}

const keyBits = 32;

/**
 * Visits the shards in dictionary and tree order: workchains by unsigned number (the basechain first), in each the
 * shards from the lowest address prefix to the highest.
 *
 * ```tlb
 * bt_leaf$0 {X:Type} leaf:X = BinTree X;
 * bt_fork$1 {X:Type} left:^(BinTree X) right:^(BinTree X)
 *           = BinTree X;
 * _ (HashmapE 32 ^(BinTree ShardDescr)) = ShardHashes;
 * ```
 *
 * Throws `ChainModelError` `bad_value` for a tree deeper than a shard prefix can be, and for more shards than the bag
 * has cells.
 */
export function forEachShardTop(bag: Bag, root: number | null, visit: (top: ShardTop) => void): void {
  let left = bag.cellCount;
  const walk = new DictionaryWalk(bag, root, keyBits);
  while (walk.next()) {
    const workchain = walk.keyUint() | 0;
    const tree = walk.slice.loadRef();
    ensureRead(walk.slice, 'ShardHashes');
    visitTree(bag.slice(tree), WHOLE_SHARD, 0);

    /** Recursion is bounded by the longest shard prefix. */
    function visitTree(slice: CellSlice, shard: bigint, depth: number): void {
      if (!slice.loadBit()) {
        if (left-- === 0) throw badValue('ShardHashes', 'number of shards', bag.cellCount);
        const description = loadShardDescription(slice);
        ensureRead(slice, 'BinTree ShardDescr');
        visit({ workchain, shard, description });
        return;
      }
      if (depth === shardPrefixBitsMax) throw badValue('ShardHashes', 'depth', depth);
      const first = slice.loadRef();
      const second = slice.loadRef();
      ensureRead(slice, 'BinTree ShardDescr');
      const [firstShard, secondShard] = shardChildren(shard);
      visitTree(bag.slice(first), firstShard, depth + 1);
      visitTree(bag.slice(second), secondShard, depth + 1);
    }
  }
}

/** All shards in the order of `forEachShardTop`. */
export function loadShardDescriptions(bag: Bag, root: number | null): ShardTop[] {
  const tops: ShardTop[] = [];
  forEachShardTop(bag, root, (top) => tops.push(top));
  return tops;
}

/**
 * Builds what `loadShardDescriptions` reads, from tops in any order. The shards of each workchain must cover it without
 * gap or overlap: else `ChainModelError` `bad_value`.
 */
export function buildShardHashes(tops: readonly ShardTop[]): Cell | null {
  const byWorkchain = new Map<number, Map<bigint, ShardDescription>>();
  for (const { workchain, shard, description } of tops) {
    const shards = byWorkchain.get(workchain) ?? new Map<bigint, ShardDescription>();
    if (shards.has(shard)) throw badValue('ShardHashes', 'repeated shard', shard);
    byWorkchain.set(workchain, shards.set(shard, description));
  }
  const entries = [...byWorkchain].map(([workchain, shards]) => {
    const tree = buildTree(shards, WHOLE_SHARD);
    if (shards.size > 0) throw badValue('ShardHashes', 'shard that overlaps others', [...shards.keys()][0]);
    return { key: keyFromUint(workchain >>> 0, keyBits), value: tree };
  });
  entries.sort((left, right) => Buffer.compare(left.key, right.key));
  return buildHashmap(entries, { keyBits, storeValue: (builder, tree: Cell) => void builder.storeRef(tree) });
}

/** Removes the shards that it places from the map. Recursion is bounded: it visits only ancestors of shards. */
function buildTree(shards: Map<bigint, ShardDescription>, shard: bigint): Cell {
  const builder = new CellBuilder();
  const description = shards.get(shard);
  if (description !== undefined) {
    shards.delete(shard);
    builder.storeBit(false);
    storeShardDescription(builder, description);
    return builder.endCell();
  }
  const marker = shard & -shard;
  const hasInner = [...shards.keys()].some((inner) => inner > shard - marker && inner < shard + marker);
  if (!hasInner) throw new ChainModelError('bad_value', 'The shards leave a gap', { shard });
  const [first, second] = shardChildren(shard);
  return builder.storeBit(true).storeRef(buildTree(shards, first)).storeRef(buildTree(shards, second)).endCell();
}
