import { GetMethodError } from '@tonriver/api-model';
import type { AccountSource } from '@tonriver/chain-source';
import { formatAccountAddress, hashToHex } from '@tonriver/chain-model';
import type { StateReader } from '@tonriver/chain-reader';
import { type BoundedMemory, createBoundedMemory } from './bounded-memory.ts';
import type { AccountAtPoint, ChainState, LibraryFinding, RunPoint, ShardAccountAtPoint } from './chain-state.ts';
import { fromSource } from './from-source.ts';
import { accountAt, type Known } from './resolve-account.ts';
import { shardAccountAt } from './shard-account.ts';
import { type IndexedPoint, isIndexed } from './indexed-point.ts';
import { createPoints, type PointsBounds } from './points.ts';
import { createRememberedHashes, readPreviousBlocks } from './previous-blocks.ts';
import { createTrees, treeOf } from './trees.ts';

export interface ChainStateDependencies {
  readonly stored: StateReader;
  /** Used for data that the index does not have, and for everything while nothing is indexed. */
  readonly source: AccountSource | undefined;
  readonly bounds: ChainStateBounds;
  readonly now: () => number;
}

interface ChainStateBounds extends PointsBounds {
  readonly accountsMax: number;
  /** Code, data and libraries in memory. */
  readonly treeBytesMax: number;
}

/** Reads the index first and then the source. Data that neither has is an error. */
export function createChainState({ stored, source, bounds, now }: ChainStateDependencies): ChainState {
  const accounts = createBoundedMemory<AccountAtPoint>({
    entriesMax: bounds.accountsMax,
    bytesMax: bounds.treeBytesMax,
    bytesOf: ({ codeBoc, dataBoc }) => (codeBoc?.length ?? 0) + (dataBoc?.length ?? 0),
  });
  const shardAccounts = createBoundedMemory<ShardAccountAtPoint>({
    entriesMax: bounds.accountsMax,
    bytesMax: bounds.treeBytesMax,
    bytesOf: ({ boc, parts }) => boc.length + (parts.codeBoc?.length ?? 0) + (parts.dataBoc?.length ?? 0),
  });
  const trees = createTrees({ entriesMax: bounds.accountsMax, bytesMax: bounds.treeBytesMax });
  const configs = createBoundedMemory<ConfigAtPoint>({ entriesMax: bounds.blocksMax });
  const libraries = createBoundedMemory<LibraryFinding>({
    entriesMax: bounds.accountsMax,
    bytesMax: bounds.treeBytesMax,
    bytesOf: (finding) => finding.length,
    isFinal: (finding) => finding !== 'unknown',
  });
  const hashes = createRememberedHashes(stored);
  const points = createPoints({ stored, source, bounds, now, onBlock: (block) => hashes.remember(block) });
  const known = { stored, source, trees };

  return {
    point: (request) => points.at(request),
    async readAhead() {
      const point = await points.newest();
      if (point === undefined) return undefined;
      await stored.readAhead(point);
      return point;
    },
    account: (address, point) =>
      accounts.find(`${point.key}:${formatAccountAddress(address)}`, () => accountAt(known, address, point)),
    shardAccount: (address, point) =>
      shardAccounts.find(`${point.key}:${formatAccountAddress(address)}`, () => shardAccountAt(known, address, point)),
    async config(point) {
      return (await configAt(known, configs, point)).boc;
    },
    async previousBlocks(point) {
      if (!isIndexed(point)) return (await source?.previousBlocks(point)) ?? null;
      const { globalVersion } = await configAt(known, configs, point);
      return (
        (await readPreviousBlocks({ ...stored, ...hashes }, point, globalVersion)) ??
        (await source?.previousBlocks(point)) ??
        null
      );
    },
    library: (hash, point) =>
      libraries.find(`${point.key}:${hashToHex(hash)}`, async () => {
        const found = isIndexed(point) ? await stored.library(hash, point) : 'unknown';
        if (found !== 'unknown' || source === undefined) return found;
        return (await fromSource(() => source.library(hash, point))) ?? 'absent';
      }),
  };
}

interface ConfigAtPoint {
  readonly boc: Uint8Array;
  readonly globalVersion: number;
}

async function configAt(known: Known, kept: BoundedMemory<ConfigAtPoint>, point: RunPoint): Promise<ConfigAtPoint> {
  const { source } = known;
  if (isIndexed(point)) {
    // Only a key block changes it.
    const key = `since ${point.range.firstSeqno}-${point.keySeqno}`;
    const before = kept.get(key);
    if (before !== undefined) return before;
    const found = await storedConfigAt(known, point);
    if (found !== undefined) {
      kept.set(key, found);
      return found;
    }
  }
  return await kept.find(point.key, async () => {
    if (source !== undefined) return { boc: await fromSource(() => source.config(point)), globalVersion: 0 };
    const text = `the configuration at masterchain block ${point.seqno} is not known`;
    throw new GetMethodError('config_unknown', text, { seqno: point.seqno });
  });
}

async function storedConfigAt(known: Known, point: IndexedPoint): Promise<ConfigAtPoint | undefined> {
  const config = await known.stored.config(point);
  const boc = config === undefined ? undefined : await treeOf(known, config.hash);
  return config === undefined || boc === undefined ? undefined : { boc, globalVersion: config.globalVersion };
}
