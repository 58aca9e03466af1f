import { Bag, type Cell, type CellSlice } from '@tonriver/boc';
import {
  type BlockReference,
  type CurrencyCollection,
  equalBytes,
  loadBlockCreateStats,
  loadBlockReference,
  loadConfigParams,
  loadCurrencyCollection,
  loadHashmapAugE,
  loadHashmapE,
  loadKeyMaxLt,
  loadOutMsgQueueInfo,
  loadProcessedInfo,
  loadShardDescriptions,
  loadShardIdent,
  loadValidatorInfo,
} from '@tonriver/chain-model';
import { ChainBuilderError } from '../chain-builder-error.ts';
import { readNetworkConfig } from '../network/network-config.ts';
import { accountKind } from './account-dictionary.ts';
import { readHead, realRef } from './cell-head.ts';
import { readCreatorLedger } from './creator-stats.ts';
import { readLiveDictionary } from './live-dictionary.ts';
import { type MasterchainFacts, pastBlocksKind } from './masterchain-facts.ts';
import type { ProcessedUptoRecord } from './processed-upto.ts';
import { queueKind } from './queue-dictionary.ts';
import type { ShardLeaf } from './shard-configuration.ts';
import type { ShardHead } from './shard-head.ts';

/** A stored state, of which only the cells near the root were read. */
export interface ReadState {
  readonly globalId: number;
  readonly head: ShardHead;
  /** `McStateExtra`; null in the basechain. */
  readonly masterchainExtra: Cell | null;
}

const STATE_TAG = 0x9023afe2;
const EXTRA_TAG = 0xcc26;
const BASECHAIN = 0;

/**
 * Reads a shard's state (`ShardStateUnsplit`, as in the chain model's `loadShardState`). Accounts and messages are read
 * when they are needed.
 *
 * @throws {ChainBuilderError} `bad_state`, `ChainModelError` or `BocError` for anything else
 */
export function readState(state: Cell, block: Pick<BlockReference, 'rootHash' | 'fileHash'>): ReadState {
  const { value: root } = readHead(state, (slice) => {
    if (slice.loadUint(32) !== STATE_TAG) throw badState('is no shard state');
    const globalId = slice.loadInt(32);
    const { workchain, shard } = loadShardIdent(slice);
    const seqno = slice.loadUint(32);
    slice.skipBits(32);
    return { globalId, workchain, shard, seqno, genUtime: slice.loadUint(32), endLt: slice.loadUint64() };
  });
  const [queueInfo, accounts, inner, masterchainExtra = null] = state.refs;
  if (queueInfo === undefined || accounts === undefined || inner === undefined) throw badState('lacks references');
  const { globalId, workchain, shard, seqno, genUtime, endLt } = root;
  const queue = readQueue(queueInfo);
  const head: ShardHead = {
    workchain,
    shard,
    reference: { endLt, seqno, rootHash: block.rootHash, fileHash: block.fileHash },
    genUtime,
    state,
    contents: {
      accounts: readLiveDictionary(accountKind, readHead(accounts, (slice) => rootOf(accounts, slice)).value),
      ...queue,
      ...readInner(inner),
    },
  };
  return { globalId, head, masterchainExtra };
}

/** Reads the bit and the reference of a `HashmapE` or `HashmapAugE`. */
function rootOf(cell: Cell, slice: CellSlice): Cell | null {
  return realRef(cell, slice, loadHashmapE(slice));
}

function readQueue(cell: Cell) {
  const { value } = readHead(cell, (slice) => {
    const { outQueue, processedInfo, extra } = loadOutMsgQueueInfo(slice);
    if (extra === null || extra.outQueueSize === null || extra.dispatchQueue.root !== null) {
      throw badState('has deferred messages, or a queue of unknown size');
    }
    return {
      root: realRef(cell, slice, outQueue.root),
      processed: realRef(cell, slice, processedInfo),
      queueSize: extra.outQueueSize,
    };
  });
  const { root, processed, queueSize } = value;
  return { queue: readLiveDictionary(queueKind, root), queueSize, processed: readProcessed(processed) };
}

function readProcessed(root: Cell | null): ProcessedUptoRecord[] {
  if (root === null) return [];
  const bag = Bag.of(root);
  return loadProcessedInfo(bag, bag.root).map(({ key, value }) => {
    const view = new DataView(key.buffer, key.byteOffset);
    const { lastMsgLt: lastMessageLt, lastMsgHash: lastMessageHash } = value;
    return { shard: view.getBigUint64(0), mcSeqno: view.getUint32(8), lastMessageLt, lastMessageHash };
  });
}

function readInner(cell: Cell) {
  return readHead(cell, (slice) => {
    const overloadHistory = slice.loadUint64();
    const underloadHistory = slice.loadUint64();
    loadCurrencyCollection(slice);
    const validatorFees: CurrencyCollection = loadCurrencyCollection(slice);
    return { overloadHistory, underloadHistory, validatorFees, libraries: rootOf(cell, slice) };
  }).value;
}

/** Reads the masterchain's extra (as in the chain model's `loadMasterchainStateExtra`). */
export function readMasterchainFacts(extra: Cell): MasterchainFacts {
  const { value } = readHead(extra, (slice) => {
    if (slice.loadUint(16) !== EXTRA_TAG) throw badState('has no masterchain extra');
    const shardHashes = rootOf(extra, slice);
    const { configAddress, config } = loadConfigParams(slice);
    const inner = realRef(extra, slice, slice.loadRef());
    const globalBalance = loadCurrencyCollection(slice);
    return { shardHashes, configAddress, config: realRef(extra, slice, config), inner, globalBalance };
  });
  const { shardHashes, configAddress, globalBalance } = value;
  if (value.config === null || value.inner === null) throw badState('lacks references of its masterchain extra');
  const config = readNetworkConfig(value.config);
  return {
    config: equalBytes(config.configAddress, configAddress) ? config : { ...config, configAddress },
    leaves: readLeaves(shardHashes),
    globalBalance,
    ...readExtraInner(value.inner),
  };
}

function readLeaves(shardHashes: Cell | null): ShardLeaf[] {
  if (shardHashes === null) return [];
  const bag = Bag.of(shardHashes);
  const tops = loadShardDescriptions(bag, bag.root);
  if (tops.some(({ workchain }) => workchain !== BASECHAIN))
    throw badState('has a workchain that is not the basechain');
  return tops.map(({ shard, description }) => ({ shard, description }));
}

function readExtraInner(cell: Cell) {
  const { value } = readHead(cell, (slice) => {
    slice.skipBits(16);
    const validatorInfo = loadValidatorInfo(slice);
    const pastBlocks = loadHashmapAugE(slice, loadKeyMaxLt);
    const isKeyState = slice.loadBit();
    const lastKeyBlock = slice.loadBit() ? loadBlockReference(slice) : null;
    const { counters } = loadBlockCreateStats(slice);
    return {
      ...validatorInfo,
      pastBlocks: realRef(cell, slice, pastBlocks.root),
      isKeyState,
      lastKeyBlock,
      counters: realRef(cell, slice, counters),
    };
  });
  const { pastBlocks, counters, ...rest } = value;
  return {
    ...rest,
    pastBlocks: readLiveDictionary(pastBlocksKind, pastBlocks),
    creators: readCreatorLedger(counters),
  };
}

function badState(what: string): ChainBuilderError {
  return new ChainBuilderError('bad_state', `A stored state ${what}`);
}
