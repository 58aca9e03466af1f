import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { Bag, type Cell, CellBuilder } from '@tonriver/boc';
import { describeRecorded, type RecordedData } from '@tonriver/testing';
import { shardToHex } from '../block/shard-id.ts';
import { eachShardAccount, findShardAccount, loadAccount, loadShardAccounts, storeAccount } from '../account/index.ts';
import { resolveAccount } from '../account/account.ts';
import { storeDepthBalanceInfo } from '../account/depth-balance-info.ts';
import { depthBalanceOf, shardAccountsKind } from '../account/shard-accounts.ts';
import { buildHashmapAug, loadHashmapAugEntries, resolveAugmentedRoot, storeHashmapAugE } from '../dictionary/index.ts';
import { deleteFromHashmapAug, setInHashmapAug } from '../dictionary/dictionary-update.ts';
import { hashToHex } from '../primitives/index.ts';
import {
  buildProcessedInfo,
  eachEnqueuedMessage,
  eachOldMasterchainBlock,
  findOldMasterchainBlock,
  loadOutMsgQueueInfo,
  loadSharedLibraries,
  oldMasterchainBlocksKind,
  type ShardState,
  storeOutMsgQueueInfo,
  storeShardState,
} from './index.ts';
import { eachCreatorStats } from './block-create-stats.ts';
import { outQueueKind } from './enqueued-message.ts';
import { loadKeyMaxLt, loadOldMasterchainBlock } from './old-masterchain-blocks.ts';
import { resolveOutMsgQueueInfo } from './out-msg-queue-info.ts';
import { loadProcessedInfo } from './processed-info.ts';
import { loadSplitOrUnsplitState, resolveShardState } from './shard-state.ts';

interface RecordedState {
  readonly file: string;
  readonly workchain: number;
  readonly shard: string;
  readonly seqno: number;
  readonly gen_utime: number;
  readonly global_id: number;
  readonly root_hash: string;
}

function recordedStates(data: RecordedData): readonly RecordedState[] {
  return JSON.parse(readFileSync(data.path('blocks', 'states', 'index.json'), 'utf8')) as RecordedState[];
}

function loadRecorded(data: RecordedData, entry: RecordedState): { bag: Bag; state: ShardState } {
  const bag = Bag.parse(readFileSync(data.path(entry.file)));
  const state = loadSplitOrUnsplitState(bag, bag.root);
  if ('left' in state) throw new Error(`${entry.file} is a split state`);
  return { bag, state };
}

function stored<Value>(store: (builder: CellBuilder, value: Value) => void, value: Value): Cell {
  const builder = new CellBuilder();
  store(builder, value);
  return builder.endCell();
}

describeRecorded('recorded states', ['blocks/states/index.json'], (data) => {
  it('load, say what the index says, and stored again have their hash unless they are not canonical', () => {
    for (const entry of recordedStates(data)) {
      const { bag, state } = loadRecorded(data, entry);
      const again = hashToHex(stored(storeShardState, resolveShardState(bag, state)).hash());
      expect(state.isCanonical).toBe(again === entry.root_hash);
      // Zero states of the basechain alone: their shard carries the bit that ends the prefix.
      if (!state.isCanonical) expect([entry.workchain, entry.seqno]).toEqual([0, 0]);
      expect({
        workchain: state.workchain,
        shard: shardToHex(state.shard).toLowerCase(),
        seqno: state.seqno,
        genUtime: state.genUtime,
        globalId: state.globalId,
      }).toEqual({
        workchain: entry.workchain,
        shard: entry.shard,
        seqno: entry.seqno,
        genUtime: entry.gen_utime,
        globalId: entry.global_id,
      });
    }
  });

  it('have accounts that load, are found by their address, and stored again have their hash', () => {
    let accountCount = 0;
    for (const entry of recordedStates(data)) {
      const { bag, state } = loadRecorded(data, entry);
      const accounts = loadShardAccounts(bag, state.accounts);
      for (const shardAccount of eachShardAccount(bag, accounts.root)) {
        const account = loadAccount(bag, shardAccount.account);
        if (account === null) throw new Error('A state holds an account that does not exist');
        expect(account.isCanonical).toBe(true);
        expect(account.address).toMatchObject({ workchain: state.workchain });
        const cell = stored(storeAccount, resolveAccount(bag, account));
        expect(hashToHex(cell.hash())).toBe(hashToHex(bag.hash(shardAccount.account)));
        expect(depthBalanceOf(cell)).toEqual(shardAccount.extra);
        expect(findShardAccount(bag, accounts.root, shardAccount.hash)?.account).toBe(shardAccount.account);
        accountCount++;
      }
    }
    if (data.isWhole) expect(accountCount).toBeGreaterThan(0);
    process.stdout.write(`accounts of recorded states: ${accountCount}\n`);
  });

  it('have a dictionary of accounts that built anew from its entries has its hash and extra', () => {
    for (const entry of recordedStates(data)) {
      const { bag, state } = loadRecorded(data, entry);
      const accounts = loadShardAccounts(bag, state.accounts);
      const entries = [...eachShardAccount(bag, accounts.root)].map(({ hash, extra, ...shardAccount }) => ({
        key: hash,
        value: { shardAccount: { ...shardAccount, account: bag.toCell(shardAccount.account) }, extra },
      }));
      const rebuilt = buildHashmapAug(entries, shardAccountsKind);
      expect(rebuilt.extra).toEqual(accounts.extra);
      const cell = stored((builder, value: typeof rebuilt) => {
        storeHashmapAugE(builder, value, storeDepthBalanceInfo);
      }, rebuilt);
      expect(hashToHex(cell.hash())).toBe(hashToHex(bag.hash(state.accounts)));
    }
  });

  it('are what they were after accounts were taken out and put back', () => {
    for (const entry of recordedStates(data)) {
      const { bag, state } = loadRecorded(data, entry);
      const accounts = resolveAugmentedRoot(bag, loadShardAccounts(bag, state.accounts));
      const root = accounts.root === null ? null : bag.ref(state.accounts, 0);
      const moved = [...eachShardAccount(bag, root)].filter((_, index) => index % 50 === 0);
      let changed = accounts;
      for (const { hash } of moved) changed = deleteFromHashmapAug(changed.root, hash, shardAccountsKind);
      if (moved.length > 0) expect(changed.extra).not.toEqual(accounts.extra);
      for (const { hash, extra, ...shardAccount } of moved) {
        const value = { extra, shardAccount: { ...shardAccount, account: bag.toCell(shardAccount.account) } };
        changed = setInHashmapAug(changed.root, hash, value, shardAccountsKind);
      }
      expect(changed.extra).toEqual(accounts.extra);
      expect(changed.root?.hash()).toEqual(accounts.root?.hash());
    }
  });

  it('have queues that load completely, with extras that follow from their messages', () => {
    const counts = { messages: 0, processed: 0 };
    for (const entry of recordedStates(data)) {
      const { bag, state } = loadRecorded(data, entry);
      const queue = loadOutMsgQueueInfo(bag.slice(state.outMsgQueueInfo));
      const again = stored(storeOutMsgQueueInfo, resolveOutMsgQueueInfo(bag, queue));
      expect(hashToHex(again.hash())).toBe(hashToHex(bag.hash(state.outMsgQueueInfo)));
      const entries = [...eachEnqueuedMessage(bag, queue.outQueue.root)].map(
        ({ key, createdLt, enqueuedLt, envelope }) => ({
          key,
          value: { createdLt, message: { enqueuedLt, envelope: bag.toCell(envelope) } },
        }),
      );
      const rebuilt = buildHashmapAug(entries, outQueueKind);
      const { root } = resolveAugmentedRoot(bag, queue.outQueue);
      expect(rebuilt.extra).toBe(queue.outQueue.extra);
      expect(rebuilt.root?.hash()).toEqual(root?.hash());
      const processed = loadProcessedInfo(bag, queue.processedInfo);
      expect(buildProcessedInfo(processed)?.hash()).toEqual(
        queue.processedInfo === null ? undefined : Uint8Array.from(bag.hash(queue.processedInfo)),
      );
      counts.messages += entries.length;
      counts.processed += processed.length;
    }
    expect(counts.processed).toBeGreaterThan(0);
    process.stdout.write(`queues of recorded states: ${JSON.stringify(counts)}\n`);
  });

  it('of the masterchain know every earlier block, the counters of validators and the libraries', () => {
    const counts = { masterchain: 0, blocks: 0, creators: 0, libraries: 0 };
    for (const entry of recordedStates(data)) {
      const { bag, state } = loadRecorded(data, entry);
      if (state.workchain !== -1) {
        expect(state.custom).toBeNull();
        continue;
      }
      if (state.custom === null) throw new Error('A masterchain state without its extra');
      const { previousBlocks, blockCreateStats } = state.custom;
      const blocks = [...eachOldMasterchainBlock(bag, previousBlocks.root)];
      expect(blocks.map(({ reference }) => reference.seqno)).toEqual(blocks.map((_, seqno) => seqno));
      expect(blocks.length).toBe(state.seqno);
      for (const block of blocks.slice(0, 50)) {
        expect(findOldMasterchainBlock(bag, previousBlocks.root, block.reference.seqno)).toEqual(block);
      }
      const entries = loadHashmapAugEntries(bag, previousBlocks.root, 32, {
        load: loadKeyMaxLt,
        loadValue: loadOldMasterchainBlock,
      });
      const rebuilt = buildHashmapAug(entries, oldMasterchainBlocksKind);
      expect(rebuilt.extra).toEqual(previousBlocks.extra);
      expect(rebuilt.root?.hash()).toEqual(resolveAugmentedRoot(bag, previousBlocks).root?.hash());
      counts.masterchain++;
      counts.blocks += blocks.length;
      if (blockCreateStats !== null) counts.creators += [...eachCreatorStats(bag, blockCreateStats)].length;
      counts.libraries += loadSharedLibraries(bag, state.libraries).length;
    }
    expect(counts.blocks).toBeGreaterThan(0);
    process.stdout.write(`masterchain states: ${JSON.stringify(counts)}\n`);
  });
});
