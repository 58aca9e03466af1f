import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Bag } from '@tonriver/boc';
import { loadBlock } from '@tonriver/chain-model';
import { type BlockKey, blockKeyText, type ListedBlockSource } from '@tonriver/chain-source';
import { openEmbeddedEventLog } from '@tonriver/event-log';
import type { EventLog, EventProducer } from '@tonriver/stream';
import { decodeRawBlock, type RawBlock, topicsOf } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import {
  alteredBlock,
  describeRecorded,
  GENESIS_ROUNDS,
  type GenesisFolder,
  genesisFolder,
  mainnet,
  type TemporaryDirectory,
  temporaryDirectory,
} from '@tonriver/testing';
import type { StoredRootHashes } from './check-conflicts.ts';
import { fetchRounds, type FetchRoundsOptions } from './fetch-rounds.ts';
import { createFetchProgress } from './fetch-progress.ts';
import { unpublishedText, throwOnHole } from './fetch-result.ts';

const topics = topicsOf('mainnet', { rawPartitions: 4 });
const whole: FetchRoundsOptions = { allowPartialRounds: false };

describeRecorded('fetchRounds', ['blocks/mainnet-2019-11-genesis'], (data) => {
  let logFolder: TemporaryDirectory;
  let folder: GenesisFolder;
  let log: EventLog;
  let producer: EventProducer;
  beforeEach(async () => {
    logFolder = temporaryDirectory();
    folder = genesisFolder(data);
    log = await openEmbeddedEventLog({ directory: join(logFolder.path, 'log'), logger: silentLogger });
    await log.ensureTopics(Object.values(topics));
    producer = await log.producer();
  });
  afterEach(async () => {
    await log.close();
    folder.remove();
    logFolder.remove();
  });

  interface Changes {
    readonly source?: ListedBlockSource;
    readonly producer?: EventProducer;
    readonly storedRootHashes?: StoredRootHashes;
    readonly signal?: AbortSignal;
    readonly onPhase?: () => void;
  }
  const fetch = async (options: FetchRoundsOptions = whole, changes: Changes = {}) => {
    const sending = changes.producer ?? producer;
    return fetchRounds(
      {
        source: changes.source ?? (await folder.open()),
        network: mainnet,
        producer: sending,
        topic: topics.rawBlocks,
        progress: createFetchProgress({ log, producer: sending, topic: topics.fetchProgress }),
        storedRootHashes: changes.storedRootHashes ?? (async () => new Map()),
        awaitRoom: async () => undefined,
        logger: silentLogger,
        onProgress: () => undefined,
        ...(changes.onPhase === undefined ? {} : { onPhase: changes.onPhase }),
      },
      options,
      changes.signal ?? new AbortController().signal,
    );
  };
  const publishedBlocks = async (): Promise<readonly (RawBlock & { readonly partition: number })[]> => {
    const blocks: (RawBlock & { readonly partition: number })[] = [];
    for (let partition = 0; partition < topics.rawBlocks.partitions; partition += 1) {
      for (let from = 0n; ; ) {
        const records = await log.readRange(topics.rawBlocks.name, partition, from, 1000);
        if (records.length === 0) break;
        for (const record of records) blocks.push({ ...decodeRawBlock(record), partition });
        from = records.at(-1)!.offset + 1n;
      }
    }
    return blocks;
  };
  const roundsOf = (blocks: readonly RawBlock[]) =>
    [...new Set(blocks.map(({ round }) => round!.seqno))].toSorted((a, b) => a - b);
  const starts = (blocks: readonly RawBlock[]) => roundsOf(blocks.filter(({ round }) => round!.isRangeStart));
  const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

  it('publishes each round in one partition, with its blocks adjacent, in order and counted', async () => {
    expect(await fetch()).toMatchObject({ roundsDone: GENESIS_ROUNDS, partialBlocks: 0 });

    const blocks = await publishedBlocks();
    expect(roundsOf(blocks)).toEqual(upTo(GENESIS_ROUNDS));
    expect(starts(blocks)).toEqual([1]);
    expect(blocks.length).toBe((await folder.open()).keys().length);
    let before: (typeof blocks)[number] | undefined;
    for (const block of blocks) {
      const { seqno, index, blockCount } = block.round!;
      expect(block.partition).toBe(seqno % topics.rawBlocks.partitions);
      if (index > 0) expect(before?.round).toMatchObject({ seqno, index: index - 1, blockCount });
      else if (before?.partition === block.partition) expect(before.round!.index).toBe(before.round!.blockCount - 1);
      before = block;
    }
  });

  it('publishes nothing again after a restart', async () => {
    await fetch();
    const first = await publishedBlocks();
    expect(await fetch()).toMatchObject({ roundsDone: GENESIS_ROUNDS });
    expect(await publishedBlocks()).toEqual(first);
  });

  it('publishes the same rounds again, and misses none, after a crash between publishing and saving its progress', async () => {
    const dying: EventProducer = {
      async send(topic, records) {
        if (topic === topics.fetchProgress.name) throw new Error('crashed');
        await producer.send(topic, records);
      },
      close: () => producer.close(),
    };
    await expect(fetch({ ...whole, to: 50 }, { producer: dying })).rejects.toThrow('crashed');
    const first = await publishedBlocks();
    expect(roundsOf(first)).toEqual(upTo(50));

    await fetch();

    const blocks = await publishedBlocks();
    expect(roundsOf(blocks)).toEqual(upTo(GENESIS_ROUNDS));
    expect(starts(blocks)).toEqual([1]);
    const distinct = new Set(blocks.map((block) => JSON.stringify({ ...block, boc: null })));
    expect(distinct.size).toBe((await folder.open()).keys().length);
  });

  it('stops between rounds when it is told to', async () => {
    const stop = new AbortController();
    const source = await folder.open();
    let asked = 0;
    const counting: ListedBlockSource = {
      ...source,
      async block(key) {
        asked += 1;
        if (asked === 100) stop.abort();
        return source.block(key);
      },
    };
    await fetch(whole, { source: counting, signal: stop.signal });
    const blocks = await publishedBlocks();
    const rounds = roundsOf(blocks);
    expect(rounds.length).toBeLessThan(GENESIS_ROUNDS);
    for (const seqno of rounds) {
      const ofRound = blocks.filter(({ round }) => round!.seqno === seqno);
      expect(ofRound.length).toBe(ofRound[0]!.round!.blockCount);
    }
    await fetch();
    expect(roundsOf(await publishedBlocks())).toEqual(upTo(GENESIS_ROUNDS));
  });

  it('publishes the requested rounds, and marks each start of a contiguous range', async () => {
    await fetch({ ...whole, from: 100, to: 110 });
    expect(roundsOf(await publishedBlocks())).toEqual(upTo(110, 100));
    expect(starts(await publishedBlocks())).toEqual([100]);

    await fetch({ ...whole, from: 111, to: 120 });
    await fetch({ ...whole, to: 99 });
    await fetch({ ...whole, from: 130 });

    const blocks = await publishedBlocks();
    expect(roundsOf(blocks)).toEqual([...upTo(120), ...upTo(GENESIS_ROUNDS, 130)]);
    expect(starts(blocks)).toEqual([1, 100, 130]);
  });

  it('says what the source has when the source lacks the requested range', async () => {
    await expect(fetch({ ...whole, from: 1000 })).rejects.toMatchObject({
      code: 'nothing_to_fetch',
      message: expect.stringContaining('1 … 140'),
    });
    await expect(fetch({ ...whole, from: 100, to: 200 })).rejects.toMatchObject({
      code: 'missing_block',
      message: expect.stringContaining('200'),
    });
  });

  it('publishes the complete rounds of an archive that ends inside a round, and says what that round waits for', async () => {
    const lastTop = (await folder.open()).keys().findLast(({ workchain }) => workchain === 0)!;
    const name = blockKeyText(lastTop);
    const path = (await folder.open()).originOf(lastTop)!;
    const bytes = readFileSync(path);
    folder.delete(basename(path));

    const result = await fetch();

    expect(result).toMatchObject({ roundsDone: GENESIS_ROUNDS - 1, published: [{ first: 1, last: 139 }] });
    expect(result.waiting).toMatchObject({ seqno: 140, roundsBehind: 0, reason: { fields: { block: name } } });
    expect(unpublishedText(result)).toContain('Published: rounds 1 … 139. Round 140 waits: ');
    expect(unpublishedText(result)).toContain(`${name} is missing; masterchain block (-1,8000000000000000,140) in`);
    throwOnHole(result);
    expect(roundsOf(await publishedBlocks())).toEqual(upTo(139));

    folder.write(basename(path), bytes);
    expect(unpublishedText(await fetch())).toBeUndefined();
    expect(roundsOf(await publishedBlocks())).toEqual(upTo(GENESIS_ROUNDS));
    expect(starts(await publishedBlocks())).toEqual([1]);
  });

  it('after a restart reads no published block, and asks the store only for the ends', async () => {
    await fetch({ ...whole, to: 100 });
    const source = await folder.open();
    const read: string[] = [];
    const asked: string[] = [];
    const counting: ListedBlockSource = {
      ...source,
      async block(key) {
        const found = await source.block(key);
        if (found !== undefined) read.push(blockKeyText(key));
        return found;
      },
    };
    const storedRootHashes: StoredRootHashes = async (keys) => {
      asked.push(...keys.map(blockKeyText));
      return new Map();
    };
    await fetch(whole, { source: counting, storedRootHashes });
    const masterchain = (seqno: number) => blockKeyText({ workchain: -1, shard: 0x8000000000000000n, seqno });
    const early = read.filter((name) => Number(name.split(',').at(-1)!.slice(0, -1)) < 99);
    expect(early.filter((name) => name.startsWith('(-1'))).toEqual([]);
    expect(read.filter((name) => name === masterchain(100)).length).toBeLessThan(3);
    expect(new Set(read).size).toBe(read.length);
    expect(asked.filter((name) => name.startsWith('(-1'))).toEqual(
      [1, 100, ...upTo(GENESIS_ROUNDS, 101)].map(masterchain),
    );
    expect(new Set(asked).size).toBe(asked.length);

    read.length = 0;
    asked.length = 0;
    await fetch(whole, { source: counting, storedRootHashes });
    expect(read).toEqual([masterchain(GENESIS_ROUNDS)]);
    expect(asked).toEqual([masterchain(1), masterchain(GENESIS_ROUNDS)]);
  });

  it('refuses another chain behind published rounds, though it reads none of them', async () => {
    await fetch({ ...whole, to: 100 });
    const key: BlockKey = { workchain: -1, shard: 0x8000000000000000n, seqno: 100 };
    const storedRootHashes: StoredRootHashes = async () => new Map([[blockKeyText(key), 'ab'.repeat(32)]]);
    await expect(fetch(whole, { storedRootHashes })).rejects.toMatchObject({ code: 'conflicting_blocks' });
  });

  it('stops at a missing block: publishes all rounds before it and none behind it', async () => {
    const bytes = readFileSync(folder.pathOf('mainnet_mc_70.boc'));
    folder.delete('mainnet_mc_70.boc');
    const result = await fetch();
    expect(result).toMatchObject({ waiting: { seqno: 71, reason: { code: 'missing_block' }, roundsBehind: 69 } });
    expect(unpublishedText(result)).toMatch(/^Published: rounds 1 … 69\. Round 71 waits: .*,70\).*\. 69 more round/);
    expect(() => throwOnHole(result)).toThrow(expect.objectContaining({ code: 'missing_block' }));
    expect(roundsOf(await publishedBlocks())).toEqual(upTo(69));

    folder.write('mainnet_mc_70.boc', bytes);
    await fetch();
    const blocks = await publishedBlocks();
    expect(roundsOf(blocks)).toEqual(upTo(GENESIS_ROUNDS));
    expect([starts(blocks), blocks.length]).toEqual([[1], (await folder.open()).keys().length]);
  });

  it('saves only published rounds when a bad block stops it', async () => {
    folder.delete('mainnet_mc_70.boc');
    const dying: EventProducer = {
      async send(topic, records) {
        if (topic === topics.rawBlocks.name) throw new Error('no broker');
        await producer.send(topic, records);
      },
      close: () => producer.close(),
    };
    await expect(fetch(whole, { producer: dying })).rejects.toThrow('no broker');
    expect(await fetch()).toMatchObject({ waiting: { reason: { code: 'missing_block' } } });
    expect(roundsOf(await publishedBlocks())).toEqual(upTo(69));
  });

  it('publishes partial blocks only when that is allowed', async () => {
    folder.delete('mainnet_mc_70.boc');
    const keys = (await folder.open()).keys().length;
    const done = await fetch({ allowPartialRounds: true });

    const blocks = await publishedBlocks();
    const inRounds = blocks.filter(({ round }) => round !== null);
    // Round 71 needs masterchain block 70 as well.
    expect(roundsOf(inRounds)).toEqual([...upTo(69), ...upTo(GENESIS_ROUNDS, 72)]);
    expect(starts(inRounds)).toEqual([1, 72]);
    expect(blocks.length).toBe(keys);
    expect(done.partialBlocks).toBe(blocks.length - inRounds.length);
    for (const block of blocks) {
      if (block.round === null) expect(block.partition).toBe(block.seqno % topics.rawBlocks.partitions);
    }
  });

  it('publishes the partial blocks of a range, and none from outside it', async () => {
    const shardBlock = 'mainnet_0_c000000000000000_47.boc';
    folder.delete(shardBlock);
    const done = await fetch({ from: 45, to: 60, allowPartialRounds: true });
    const blocks = await publishedBlocks();
    const partial = blocks.filter(({ round }) => round === null);
    expect(roundsOf(blocks.filter(({ round }) => round !== null))).toEqual([...upTo(50, 45), ...upTo(60, 52)]);
    expect(partial.filter(({ workchain }) => workchain === -1).map(({ seqno }) => seqno)).toEqual([51]);
    expect(done.partialBlocks).toBe(partial.length);
    for (const { boc, workchain } of partial) {
      if (workchain === -1) continue;
      const { masterRef } = loadBlock(Bag.parse(boc)).info;
      expect(masterRef!.seqno).toBeGreaterThanOrEqual(44);
      expect(masterRef!.seqno).toBeLessThan(60);
    }
    // Without the flag only complete rounds are published.
    const { waiting } = await fetch({ from: 45, to: 60, allowPartialRounds: false });
    expect(waiting?.reason).toMatchObject({
      code: 'missing_block',
      message: expect.stringMatching(
        /\(0,C000000000000000,47\) is missing; .*\(-1,8000000000000000,51\) in .*mc_51.boc/,
      ),
    });
  });

  it('names the missing block, the file that refers to it, and a later start if there is one', async () => {
    folder.delete('mainnet_mc_70.boc');
    expect((await fetch()).waiting?.reason).toMatchObject({
      code: 'missing_block',
      message: expect.stringMatching(/\(-1,8000000000000000,70\), which is missing; .*mainnet_mc_71.boc.*round 72/),
      fields: { block: '(-1,8000000000000000,70)', origin: folder.pathOf('mainnet_mc_71.boc') },
    });
    folder.delete('mainnet_mc_139.boc');
    expect((await fetch({ ...whole, from: 72 })).waiting?.reason.message).not.toContain('141');
  });

  it('publishes the complete rounds, and names the first partial block and its file', async () => {
    const count = (await folder.open()).keys().length;
    folder.delete('mainnet_mc_140.boc');
    const result = await fetch();
    const published = await publishedBlocks();
    expect(roundsOf(published)).toEqual(upTo(139));
    expect(result.skipped).toMatchObject({ count: count - 1 - published.length });
    expect(unpublishedText(result)).toContain(folder.pathOf('mainnet_0_'));
    // A start with everything published still reports the partial blocks.
    expect((await fetch()).skipped).toEqual(result.skipped);
  });

  it('fails with the missing block when the very first round is incomplete', async () => {
    for (let seqno = 1; seqno < 100; seqno += 1) folder.delete(`mainnet_mc_${seqno}.boc`);
    await expect(fetch()).rejects.toMatchObject({ code: 'missing_block', message: expect.stringContaining('--from') });
  });

  it.each([
    [{ from: 20, to: 10 }, /starts at 20 and ends at 10/],
    [{ to: 500 }, /\(-1,8000000000000000,500\).*1 … 140/],
    [{ from: 300 }, /1 … 140/],
  ])('says what is wrong with the range %j', async (range, message) => {
    await expect(fetch({ ...whole, ...range })).rejects.toThrow(message);
    expect(await publishedBlocks()).toEqual([]);
  });

  it('publishes partial blocks again only when they are not stored', async () => {
    folder.delete('mainnet_mc_70.boc');
    await fetch({ allowPartialRounds: true });
    const first = await publishedBlocks();
    const source = await folder.open();
    const storedRootHashes: StoredRootHashes = async (keys) =>
      new Map(keys.flatMap((key) => (key.seqno === 71 ? [] : [[blockKeyText(key), source.rootHashOf(key)!] as const])));
    const again = await fetch({ allowPartialRounds: true }, { storedRootHashes });
    const added = (await publishedBlocks()).length - first.length;
    const partial = first.filter(({ round }) => round === null);
    expect(again.partialBlocks).toBe(partial.length);
    expect(added).toBe(partial.filter(({ seqno }) => seqno === 71).length);
    expect(added).toBeGreaterThan(0);
  });

  it('stops at a forged file also when partial rounds are allowed', async () => {
    const path = folder.pathOf('mainnet_mc_70.boc');
    folder.write('mainnet_mc_70.boc', alteredBlock(readFileSync(path)));
    await expect(fetch({ allowPartialRounds: true })).rejects.toMatchObject({
      code: 'wrong_root_hash',
      fields: { origin: path },
    });
  });

  it('publishes nothing when the store has another block with the key of one of the source', async () => {
    const key: BlockKey = { workchain: -1, shard: 0x8000000000000000n, seqno: 33 };
    const storedRootHashes: StoredRootHashes = async () => new Map([[blockKeyText(key), 'ab'.repeat(32)]]);
    await expect(fetch(whole, { storedRootHashes })).rejects.toMatchObject({
      code: 'conflicting_blocks',
      message: expect.stringContaining('ab'.repeat(32)),
      fields: {
        block: blockKeyText(key),
        found: expect.stringMatching(/^[0-9a-f]{64}$/),
        origin: folder.pathOf('mainnet_mc_33.boc'),
      },
    });
    expect(await publishedBlocks()).toEqual([]);
  });

  it('says so when the source has no block', async () => {
    const empty: ListedBlockSource = { ...(await folder.open()), keys: () => [], masterchainSeqnos: () => [] };
    await expect(fetch(whole, { source: empty })).rejects.toMatchObject({ code: 'nothing_to_fetch' });
  });
});
