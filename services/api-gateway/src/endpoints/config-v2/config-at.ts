import { LRUCache } from 'lru-cache';
import { Bag } from '@tonriver/boc';
import { createStateReader, hexOf, HoleError, type IndexedBlock, isInRange } from '@tonriver/chain-reader';
import type { AnswerReader } from '../../answers/answer-reader.ts';
import { type AtRound, rangeOf } from '../accounts-v2/at-round.ts';
import { perReader } from '../accounts/per-reader.ts';

/** A configuration. `root` is the dictionary of its parameters in the bag. */
export interface ConfigAt {
  readonly hashHex: string;
  readonly bag: Bag;
}

/** Configurations that are kept parsed: each has some hundred kilobytes, and most requests ask for the newest. */
const KEPT_MAX = 4;
/** Key blocks whose configuration is known by its hash. */
const KEY_BLOCKS_MAX = 64;

const readings = perReader((reader) => ({
  states: createStateReader(reader.stores.gated),
  /** Hashes by the key block that is in force: only a key block changes the configuration. */
  hashes: new LRUCache<string, Uint8Array>({ max: KEY_BLOCKS_MAX }),
  kept: new LRUCache<string, ConfigAt>({ max: KEPT_MAX }),
}));

/** Reads the state of the chain at a block. */
export function statesOf(reader: AnswerReader) {
  return readings(reader).states;
}

/** Returns the block in the form of the reader of states. */
export function indexedBlockOf({ block, visibility }: AtRound): IndexedBlock {
  const { firstSeqno, lastSeqno } = rangeOf(visibility);
  const { seqno, rootHash, fileHash, genUtime, endLt, keyBlock, prevKeyBlockSeqno } = block;
  return {
    seqno,
    rootHash,
    fileHash,
    unixTime: genUtime,
    endLt,
    range: { firstSeqno, lastSeqno, resolvedSeqno: lastSeqno },
    keySeqno: keyBlock ? seqno : prevKeyBlockSeqno,
  };
}

/**
 * Reads the configuration in force after a masterchain block; undefined when it is from before the indexed range and
 * not stored.
 *
 * @throws {HoleError} when that of a key block in the range is not stored
 */
export async function readConfigAt(reader: AnswerReader, at: AtRound): Promise<ConfigAt | undefined> {
  const { states, kept } = readings(reader);
  const hash = await readConfigHash(reader, at);
  if (hash === undefined) return undefined;
  const hashHex = hexOf(hash);
  const known = kept.get(hashHex);
  if (known !== undefined) return known;
  const boc = await states.tree(hash);
  if (boc === undefined) throw new HoleError({ table: 'cell_trees', requiredBy: 'configs', key: hashHex });
  const config = { hashHex, bag: Bag.parse(boc) };
  kept.set(hashHex, config);
  return config;
}

async function readConfigHash(reader: AnswerReader, at: AtRound): Promise<Uint8Array | undefined> {
  const { states, hashes } = readings(reader);
  const block = indexedBlockOf(at);
  // Of a chain that was made anew in the same database another deployment is told.
  const keyBlock = `${at.visibility.deployment} ${block.range.firstSeqno}-${block.keySeqno}`;
  const known = hashes.get(keyBlock);
  if (known !== undefined) return known;
  const stored = await states.config(block);
  if (stored === undefined) {
    if (!isInRange(at.visibility, block.keySeqno)) return undefined;
    throw new HoleError({ table: 'configs', requiredBy: 'blocks', key: String(block.keySeqno) });
  }
  hashes.set(keyBlock, stored.hash);
  return stored.hash;
}
