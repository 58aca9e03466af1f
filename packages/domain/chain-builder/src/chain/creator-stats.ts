import { Bag, type Cell } from '@tonriver/boc';
import { type CreatorStats, eachCreatorStats, type Hash, setInHashmap, storeCreatorStats } from '@tonriver/chain-model';
import { hashKey } from './address-prefix.ts';
import { increaseCounter, ZERO_COUNTER } from './discounted-counter.ts';

/** How many blocks each validator made, as in the masterchain state. The zero key counts all blocks. */
export interface CreatorLedger {
  readonly root: Cell | null;
  readonly stats: ReadonlyMap<string, CreatorStats>;
}

export const EMPTY_CREATOR_LEDGER: CreatorLedger = { root: null, stats: new Map() };

const ALL_CREATORS: Hash = new Uint8Array(32);
const NOTHING_MADE: CreatorStats = { masterchainBlocks: ZERO_COUNTER, shardBlocks: ZERO_COUNTER };
const kind = { keyBits: 256, storeValue: storeCreatorStats };

/** Reads the counts of a stored state: `HashmapE 256 CreatorStats`. */
export function readCreatorLedger(root: Cell | null): CreatorLedger {
  if (root === null) return EMPTY_CREATOR_LEDGER;
  const bag = Bag.of(root);
  const stats = new Map<string, CreatorStats>();
  for (const { publicKey, masterchainBlocks, shardBlocks } of eachCreatorStats(bag, {
    counters: bag.root,
    extra: null,
  })) {
    stats.set(hashKey(publicKey), { masterchainBlocks, shardBlocks });
  }
  return { root, stats };
}

/** Returns the counts after a masterchain block of `masterCreator` with shard blocks of `shardCreators`. */
export function countCreators(
  ledger: CreatorLedger,
  masterCreator: Hash,
  shardCreators: readonly Hash[],
  now: number,
): CreatorLedger {
  const stats = new Map(ledger.stats);
  let { root } = ledger;

  function add(creator: Hash, mcBlocks: number, shardBlocks: number): void {
    const old = stats.get(hashKey(creator)) ?? NOTHING_MADE;
    const changed: CreatorStats = {
      masterchainBlocks: mcBlocks === 0 ? old.masterchainBlocks : increaseCounter(old.masterchainBlocks, mcBlocks, now),
      shardBlocks: shardBlocks === 0 ? old.shardBlocks : increaseCounter(old.shardBlocks, shardBlocks, now),
    };
    stats.set(hashKey(creator), changed);
    root = setInHashmap(root, creator, changed, kind);
  }

  const byCreator = new Map<string, { creator: Hash; count: number }>();
  for (const creator of shardCreators) {
    const entry = byCreator.get(hashKey(creator));
    if (entry === undefined) byCreator.set(hashKey(creator), { creator, count: 1 });
    else entry.count++;
  }
  for (const { creator, count } of byCreator.values()) add(creator, 0, count);
  add(masterCreator, 1, 0);
  add(ALL_CREATORS, 1, shardCreators.length);
  return { root, stats };
}
