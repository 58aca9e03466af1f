import { GetMethodError } from '@tonriver/api-model';
import type { AccountSource, MasterchainPoint } from '@tonriver/chain-source';
import { formatAccountAddress, hashToHex } from '@tonriver/chain-model';
import type { IndexedRange, StateReader } from '@tonriver/chain-reader';
import { type BoundedMemory, createBoundedMemory } from './bounded-memory.ts';
import type {
  AccountAtPoint,
  ChainState,
  LibraryFinding,
  PointRequest,
  RunPoint,
  ShardAccountAtPoint,
} from './chain-state.ts';
import { fromSource } from './from-source.ts';
import { createLatest } from './latest.ts';
import { accountAt, type Known } from './resolve-account.ts';
import { shardAccountAt } from './shard-account.ts';
import { indexedPoint, type IndexedPoint, isIndexed } from './indexed-point.ts';
import { createRememberedHashes, readPreviousBlocks } from './previous-blocks.ts';
import { createTrees, treeOf } from './trees.ts';

export interface ChainStateDependencies {
  readonly stored: StateReader;
  /** Used for data that the index does not have, and for everything while nothing is indexed. */
  readonly source: AccountSource | undefined;
  readonly bounds: ChainStateBounds;
  readonly now: () => number;
}

interface ChainStateBounds {
  /** How old the watermark may be. */
  readonly watermarkMsMax: number;
  readonly blocksMax: number;
  readonly accountsMax: number;
  /** Code, data and libraries in memory. */
  readonly treeBytesMax: number;
}

/** How old the watermark may be for a round above it: so no caller makes it be read without end. */
const SEEN_MS_MAX = 20;
/** How long a block is kept while its file hash is not confirmed. */
const PROVISIONAL_MS = 1_000;

/** Reads the index first and then the source. Data that neither has is an error. */
export function createChainState({ stored, source, bounds, now }: ChainStateDependencies): ChainState {
  const ranges = createLatest(() => stored.range(), bounds.watermarkMsMax, now);
  const blocks = createBoundedMemory<IndexedPoint>({
    entriesMax: bounds.blocksMax,
    // File hashes are confirmed by later blocks.
    isFinal: ({ fileHash }) => fileHash !== null,
    provisionalMs: PROVISIONAL_MS,
    now,
  });
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
  const known = { stored, source, trees };

  return {
    async point(request) {
      let range = await ranges();
      // Who asks for a round has seen it.
      if (request.seqno !== undefined && request.seqno > (range?.lastSeqno ?? 0)) range = await ranges(SEEN_MS_MAX);
      if (range === undefined) return await pointOfSource(source, request);
      const seqno = request.seqno ?? range.resolvedSeqno;
      const block =
        seqno < range.firstSeqno || seqno > range.lastSeqno
          ? undefined
          : await blocks.find(`${range.firstSeqno}-${range.lastSeqno}:${seqno}`, async () => {
              const found = await stored.block(range, seqno);
              if (found === undefined) throw notIndexed(seqno, range);
              hashes.remember(found);
              return indexedPoint(found);
            });
      if (block === undefined) throw notIndexed(seqno, range);
      return block;
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

async function pointOfSource(source: AccountSource | undefined, request: PointRequest): Promise<RunPoint> {
  if (source === undefined) throw new GetMethodError('not_ready', 'nothing is indexed yet', {}, { isRetryable: true });
  const { seqno } = request;
  const point = await fromSource(() => (seqno === undefined ? source.head(request) : source.point(seqno)));
  if (point === undefined) {
    throw new GetMethodError('block_not_indexed', `masterchain block ${seqno} is not known`, { seqno });
  }
  const key = point.rootHash === null ? `source:${point.seqno}` : hashToHex(point.rootHash);
  return { ...pointOf(point), endLt: 0n, key };
}

function pointOf({ seqno, rootHash, fileHash, unixTime, recorded }: MasterchainPoint): MasterchainPoint {
  return { seqno, rootHash, fileHash, unixTime, recorded };
}

function notIndexed(seqno: number, { firstSeqno, lastSeqno }: IndexedRange): GetMethodError {
  return new GetMethodError(
    'block_not_indexed',
    `masterchain block ${seqno} is not indexed: blocks ${firstSeqno} to ${lastSeqno} are`,
    { seqno, firstSeqno, lastSeqno },
  );
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
