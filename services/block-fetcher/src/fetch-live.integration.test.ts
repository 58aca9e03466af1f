import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLiveMemorySource, followArchive, type LiveMemorySource } from '@tonriver/block-source/testing';
import {
  type BlockKey,
  type BlockSource,
  blockKeyText,
  masterchainKey,
  type SourceBlock,
} from '@tonriver/chain-source';
import { openEmbeddedEventLog } from '@tonriver/event-log';
import type { EventLog, EventProducer } from '@tonriver/stream';
import { decodeRawBlock, type RawBlock, topicsOf } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import { builtSource, eventually, type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import type { StoredRootHashes } from './check-conflicts.ts';
import { createFetchProgress } from './fetch-progress.ts';
import { unpublishedText, throwOnHole } from './fetch-result.ts';
import { fetchRounds, type FetchRoundsOptions } from './fetch-rounds.ts';

const ROUNDS = 12;
const topics = topicsOf('built', { rawPartitions: 1 });

describe('fetchRounds over a source that grows', () => {
  const chain = builtSource({ seed: 'fetch-live', rounds: ROUNDS });
  const rounds = (first: number, last = first): readonly SourceBlock[] => chain.rounds.slice(first - 1, last).flat();
  let folder: TemporaryDirectory;
  let log: EventLog;
  let producer: EventProducer;
  let stop: AbortController;
  beforeEach(async () => {
    folder = temporaryDirectory();
    log = await openEmbeddedEventLog({ directory: join(folder.path, 'log'), logger: silentLogger });
    await log.ensureTopics(Object.values(topics));
    producer = await log.producer();
    stop = new AbortController();
  });
  afterEach(async () => {
    stop.abort();
    await log.close();
    folder.remove();
  });
  const fetch = (
    source: BlockSource,
    options: Partial<FetchRoundsOptions> = {},
    storedRootHashes: StoredRootHashes = async () => new Map(),
  ) =>
    fetchRounds(
      {
        source,
        network: chain.network,
        producer,
        topic: topics.rawBlocks,
        progress: createFetchProgress({ log, producer, topic: topics.fetchProgress }),
        storedRootHashes,
        awaitRoom: async () => undefined,
        logger: silentLogger,
        onProgress: () => undefined,
      },
      { allowPartialRounds: false, namingMsMax: 0, ...options },
      stop.signal,
    );
  const publishedBlocks = async (): Promise<readonly RawBlock[]> =>
    (await log.readRange(topics.rawBlocks.name, 0, 0n, 10_000)).map(decodeRawBlock);
  const seqnos = async () => [...new Set((await publishedBlocks()).map(({ round }) => round!.seqno))];
  const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const untilPublished = (last: number) =>
    eventually(async () => (await seqnos()).at(-1) === last, { timeoutMs: 20_000, intervalMs: 20 });
  const counting = (source: LiveMemorySource): { readonly source: BlockSource; readonly read: string[] } => {
    const read: string[] = [];
    const block = async (key: BlockKey): Promise<SourceBlock | undefined> => {
      const found = await source.block(key);
      if (found !== undefined) read.push(blockKeyText(key));
      return found;
    };
    return { source: { ...source, block }, read };
  };

  it('publishes complete rounds in order as they come, and stops when it is told to while it waits', async () => {
    const source = createLiveMemorySource();
    const fetching = fetch(source);
    for (const seqno of [1, 2]) {
      source.add(...rounds(seqno));
      await untilPublished(seqno);
    }
    // Out of order, with a masterchain block before its shard blocks.
    const [masterchain, ...shards] = rounds(4);
    source.add(masterchain!);
    source.add(...rounds(5));
    source.add(...shards);
    source.add(...rounds(3));
    await untilPublished(5);
    stop.abort();
    expect(await fetching).toMatchObject({ published: [{ first: 1, last: 5 }], roundsDone: 5, roundsTotal: 5 });
    const blocks = await publishedBlocks();
    expect(blocks.map(({ round }) => round!.seqno)).toEqual(upTo(5).flatMap((seqno) => rounds(seqno).map(() => seqno)));
    expect(blocks.filter(({ round }) => round!.isRangeStart).map(({ round }) => round!.seqno)).toContain(1);
  });

  it('reads after a restart only blocks above its position and the one masterchain block before them', async () => {
    const live = createLiveMemorySource(rounds(1, 8));
    const fetching = fetch(live);
    await untilPublished(8);
    stop.abort();
    await fetching;

    stop = new AbortController();
    const { source, read } = counting(live);
    const again = fetch(source);
    live.add(...rounds(9, ROUNDS));
    await untilPublished(ROUNDS);
    stop.abort();
    expect((await again).published).toEqual([{ first: 1, last: ROUNDS }]);
    const wanted = [{ key: masterchainKey(8) }, ...rounds(9, ROUNDS)].map(({ key }) => blockKeyText(key));
    expect(read.toSorted()).toEqual(wanted.toSorted());
    expect(await seqnos()).toEqual(upTo(ROUNDS));
  });

  it('waits for a missing block up to the time limit, and then says which block the round waits for', async () => {
    const source = createLiveMemorySource([...rounds(1, 3), ...rounds(5, 6)]);
    const result = await fetch(source, { missingMsMax: 50 });
    expect(result).toMatchObject({ published: [{ first: 1, last: 3 }], waiting: { seqno: 4, roundsBehind: 2 } });
    expect(unpublishedText(result)).toContain(`${blockKeyText(masterchainKey(4))} is missing`);
    expect(() => throwOnHole(result)).toThrow(expect.objectContaining({ code: 'missing_block' }));
  });

  it('publishes nothing of another chain than the stored one, also behind published rounds', async () => {
    const other: StoredRootHashes = async (keys) => new Map(keys.map((key) => [blockKeyText(key), 'ab'.repeat(32)]));
    await expect(fetch(createLiveMemorySource(rounds(1, 3)), {}, other)).rejects.toMatchObject({
      code: 'conflicting_blocks',
      message: expect.stringContaining('is stored'),
    });
    expect(await publishedBlocks()).toEqual([]);
  });

  it('publishes the complete rounds before a damaged block, and then fails', async () => {
    const source = createLiveMemorySource(rounds(1, 3));
    const fetching = fetch(source);
    await untilPublished(3);
    const [masterchain, ...shards] = rounds(5);
    source.add(...rounds(4), { ...masterchain!, boc: rounds(6)[0]!.boc }, ...shards);
    await expect(fetching).rejects.toMatchObject({ code: 'wrong_block' });
    expect((await seqnos()).every((seqno) => seqno < 5)).toBe(true);
  });

  it('publishes the same records from a growing folder as from the complete one', async () => {
    const archive = join(folder.path, 'archive');
    mkdirSync(archive);
    const write = (blocks: readonly SourceBlock[]): void => {
      for (const { key, boc } of blocks) writeFileSync(join(archive, `${blockKeyText(key)}.boc`), boc);
    };
    const source = await followArchive({ paths: [archive], logger: silentLogger, pollMs: 20 });
    const fetching = fetch(source, { namingMsMax: 60_000 });
    write(rounds(1, 5));
    await untilPublished(4);
    write(rounds(6, ROUNDS));
    await untilPublished(ROUNDS - 1);
    stop.abort();
    await fetching;
    await source.close();
    const grown = await publishedBlocks();
    const whole = chain.rounds.slice(0, -1).flatMap((blocks) => blocks);
    expect(grown.map(({ workchain, seqno, fileHash }) => ({ workchain, seqno, fileHash }))).toEqual(
      grown.map(({ workchain, shard, seqno }) => {
        const found = whole.find(
          ({ key }) => key.workchain === workchain && key.seqno === seqno && shardText(key) === shard,
        );
        return { workchain, seqno, fileHash: Buffer.from(found!.namedFileHash!).toString('hex') };
      }),
    );
    expect(grown.length).toBe(whole.length);
  });
});

function shardText({ shard }: BlockKey): string {
  return shard.toString(16).padStart(16, '0').toUpperCase();
}
