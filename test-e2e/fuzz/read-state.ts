import { type Bag, CellBuilder } from '@tonriver/boc';
import {
  eachEnqueuedMessage,
  eachOldMasterchainBlock,
  eachShardAccount,
  findShardAccount,
  loadOutMsgQueueInfo,
  loadShardAccounts,
  loadShardDescriptions,
  loadSharedLibraries,
  type MasterchainStateExtra,
  type ShardState,
  storeShardState,
  WHOLE_SHARD,
} from '@tonriver/chain-model';
import {
  eachAccountDispatchQueue,
  eachCreatorStats,
  loadProcessedInfo,
  loadSplitOrUnsplitState,
  loadWhole,
  resolveShardState,
  shardCatchainSeqno,
} from '@tonriver/chain-model/testing';
import type { Attempt } from './attempt.ts';
import { ensureStoresAlike } from './read-cells.ts';
import { readAccount, readConfig, readEnvelope } from './read-parts.ts';

/** Leaves whose content is read, too; walks themselves go to the end. */
const leavesMax = 200;

/** A state, whole or with pruned branches: accounts, queues, libraries, and what the masterchain has. */
export function readState(attempt: Attempt, bag: Bag, cell: number): void {
  const state = attempt('state', () => loadSplitOrUnsplitState(bag, cell));
  if (state === undefined) return;
  for (const half of 'left' in state ? [state.left, state.right] : [state]) readHalf(attempt, bag, half);
  if (!('left' in state) && state.isCanonical && bag.cellCount < 400) {
    attempt('state stored again', () => {
      const builder = new CellBuilder();
      storeShardState(builder, resolveShardState(bag, state));
      ensureStoresAlike('A state', builder.endCell(), bag.hash(cell));
    });
  }
}

function readHalf(attempt: Attempt, bag: Bag, state: ShardState): void {
  readAccounts(attempt, bag, state.accounts);
  readQueues(attempt, bag, state.outMsgQueueInfo);
  attempt('shared libraries', () => loadSharedLibraries(bag, state.libraries));
  if (state.custom !== null) readMasterchain(attempt, bag, state.custom);
}

function readAccounts(attempt: Attempt, bag: Bag, cell: number): void {
  const accounts: { readonly hash: Uint8Array; readonly account: number }[] = [];
  const root = attempt('accounts', () => loadShardAccounts(bag, cell).root);
  if (root === undefined) return;
  attempt('each account', () => {
    for (const { hash, account } of eachShardAccount(bag, root)) {
      if (accounts.length < leavesMax) accounts.push({ hash, account });
    }
  });
  for (const { account } of accounts) readAccount(attempt, bag, account);
  attempt('find an account', () => findShardAccount(bag, root, accounts[0]?.hash ?? new Uint8Array(32)));
}

function readQueues(attempt: Attempt, bag: Bag, cell: number): void {
  const info = attempt('queues', () => loadWhole(bag.slice(cell), loadOutMsgQueueInfo, 'OutMsgQueueInfo'));
  if (info === undefined) return;
  const envelopes: number[] = [];
  attempt('out queue', () => {
    for (const { envelope } of eachEnqueuedMessage(bag, info.outQueue.root)) {
      if (envelopes.length < leavesMax) envelopes.push(envelope);
    }
  });
  for (const envelope of envelopes) readEnvelope(attempt, bag, envelope);
  attempt('processed info', () => loadProcessedInfo(bag, info.processedInfo));
  if (info.extra !== null) {
    const { root } = info.extra.dispatchQueue;
    attempt('dispatch queue', () => [...eachAccountDispatchQueue(bag, root)].length);
  }
}

function readMasterchain(attempt: Attempt, bag: Bag, extra: MasterchainStateExtra): void {
  attempt('shards of a state', () => {
    const tops = loadShardDescriptions(bag, extra.shardHashes);
    return shardCatchainSeqno(tops, { workchain: 0, shard: WHOLE_SHARD });
  });
  readConfig(attempt, bag, extra.config.config);
  attempt('old blocks', () => [...eachOldMasterchainBlock(bag, extra.previousBlocks.root)].length);
  const { blockCreateStats } = extra;
  if (blockCreateStats !== null) attempt('creator stats', () => [...eachCreatorStats(bag, blockCreateStats)].length);
}
