import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type BlockKey, blockKeyText, type ListedBlockSource, masterchainKey } from '@tonriver/chain-source';
import { openEmbeddedEventLog } from '@tonriver/event-log';
import type { EventLog, EventProducer } from '@tonriver/stream';
import { decodeRawBlock, type RawBlock, topicsOf } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import { builtSource, type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { fetchRounds, type FetchRoundsOptions } from './fetch-rounds.ts';
import { createFetchProgress } from './fetch-progress.ts';

const ROUNDS = 40;
const topics = topicsOf('built', { rawPartitions: 1 });

describe('fetchRounds after a restart over an archive that has lost some masterchain blocks', () => {
  const { source, network } = builtSource({ seed: 'load-published', rounds: ROUNDS });
  let folder: TemporaryDirectory;
  let log: EventLog;
  let producer: EventProducer;
  beforeEach(async () => {
    folder = temporaryDirectory();
    log = await openEmbeddedEventLog({ directory: join(folder.path, 'log'), logger: silentLogger });
    await log.ensureTopics(Object.values(topics));
    producer = await log.producer();
  });
  afterEach(async () => {
    await log.close();
    folder.remove();
  });

  const fetch = (
    from: ListedBlockSource,
    options: Partial<FetchRoundsOptions> = {},
    stored = new Map<string, string>(),
  ) =>
    fetchRounds(
      {
        source: from,
        network,
        producer,
        topic: topics.rawBlocks,
        progress: createFetchProgress({ log, producer, topic: topics.fetchProgress }),
        storedRootHashes: async () => stored,
        awaitRoom: async () => undefined,
        logger: silentLogger,
        onProgress: () => undefined,
      },
      { allowPartialRounds: false, ...options },
      new AbortController().signal,
    );
  const publishedBlocks = async (): Promise<readonly RawBlock[]> =>
    (await log.readRange(topics.rawBlocks.name, 0, 0n, 10_000)).map(decodeRawBlock);
  const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const nameOf = ({ workchain, shard, seqno }: RawBlock): string => `${workchain} ${shard} ${seqno}`;
  /** The source without some of its masterchain blocks. */
  const without = (gone: readonly number[]): ListedBlockSource => {
    const isLeft = ({ workchain, seqno }: BlockKey): boolean => workchain !== -1 || !gone.includes(seqno);
    return {
      ...source,
      keys: () => source.keys().filter(isLeft),
      masterchainSeqnos: () => source.masterchainSeqnos().filter((seqno) => !gone.includes(seqno)),
      rootHashOf: (key) => (isLeft(key) ? source.rootHashOf(key) : undefined),
      block: async (key) => (isLeft(key) ? await source.block(key) : undefined),
    };
  };

  it.each([
    ['the last one', [ROUNDS]],
    ['the first and the last ones', [...upTo(5), ...upTo(ROUNDS, ROUNDS - 3)]],
    ['all but one', upTo(ROUNDS).filter((seqno) => seqno !== 20)],
    ['all', upTo(ROUNDS)],
  ])('neither reports nor publishes published shard blocks again without %s', async (_, gone) => {
    await fetch(source);
    const first = await publishedBlocks();
    for (const allowPartialRounds of [false, true]) {
      const { skipped, partialBlocks } = await fetch(without(gone), { allowPartialRounds });
      expect({ skipped, partialBlocks }).toEqual({ skipped: undefined, partialBlocks: 0 });
    }
    expect(await publishedBlocks()).toEqual(first);
  });

  it('still publishes partial blocks that are certainly not part of published rounds', async () => {
    await fetch(source, { from: 10, to: 20 });
    const inRounds = new Set((await publishedBlocks()).map(nameOf));
    await fetch(without([9, 20]), { allowPartialRounds: true });
    const blocks = await publishedBlocks();
    const partial = blocks.filter(({ round }) => round === null).map(nameOf);
    expect(partial.filter((name) => inRounds.has(name))).toEqual([]);
    // Round 21 needs masterchain block 20, so its own masterchain block is a partial block.
    expect(partial).toContain('-1 8000000000000000 21');
    const rounds = new Set(blocks.flatMap(({ round }) => round?.seqno ?? []));
    expect([...rounds].toSorted((one, other) => one - other)).toEqual([
      ...upTo(8),
      ...upTo(20, 10),
      ...upTo(ROUNDS, 22),
    ]);
  });

  it('compares the remaining published masterchain blocks with the store', async () => {
    await fetch(source);
    const other = new Map([[blockKeyText(masterchainKey(30)), 'ab'.repeat(32)]]);
    const left = without([...upTo(29), ...upTo(ROUNDS, 31)]);
    await expect(fetch(left, {}, other)).rejects.toMatchObject({ code: 'conflicting_blocks' });
  });
});
