import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Bag } from '@tonriver/boc';
import { createBlockTables } from '@tonriver/block-rows';
import { loadBlock, shardToHex } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { LogBatch, LogRecord } from '@tonriver/stream';
import {
  consumerGroupOf,
  deadLetterOf,
  decodeDeadLetter,
  decodeParsedBlock,
  encodeRawBlock,
  originalOf,
  type RoundPlace,
} from '@tonriver/events';
import { listDeadLetters, redriveDeadLetters } from '@tonriver/dead-letters/testing';
import { createMetrics } from '@tonriver/telemetry';
import { describeRecorded, eventually, type RecordedBlock, type RecordedData } from '@tonriver/testing';
import { addRowsOfBlock } from './steps/rows-of-block.ts';
import {
  committedRecords,
  openParserBench,
  type ParserBench,
  recordsOf,
  allDigests,
  topics,
} from './testing/parser-bench.test-support.ts';
import { PARSER_VERSION } from './parser-version.ts';

describeRecorded('the parser', ['blocks/mainnet-2019-11-genesis'], (data) => {
  let bench: ParserBench;
  beforeEach(async () => {
    bench = await openParserBench(data);
  });
  afterEach(() => bench.close());
  const recorded = data.blocks().find(({ file }) => file.endsWith('mainnet_mc_140.boc'))!;
  const recordOf = (boc: Uint8Array, changes: Readonly<Record<string, string>> = {}) => {
    const { headers, ...record } = encodeRawBlock({
      workchain: recorded.workchain,
      shard: recorded.shard.toUpperCase(),
      seqno: recorded.seqno,
      rootHash: recorded.rootHash,
      fileHash: null,
      round: { seqno: recorded.seqno, index: 0, blockCount: 1, isRangeStart: false },
      boc,
    });
    return { partition: 1, ...record, headers: { ...headers, ...changes } };
  };

  it('writes the rows of every block, announces each once, and commits everything', async () => {
    await bench.publish(1, 20);
    const parser = await bench.startParser();
    await bench.untilParsed();
    await parser.stop();

    const announced = (await recordsOf(bench.log, topics.parsedRounds.name)).map(decodeParsedBlock);
    const [counted] = await bench.store.query<{ blocks: string }>('SELECT count() AS blocks FROM blocks FINAL');
    expect(Number(counted!.blocks)).toBe(announced.length);
    expect(new Set(announced.map(({ round }) => round)).size).toBe(20);
    for (const round of announced) {
      expect(announced.filter((block) => block.round === round.round).length).toBe(round.roundBlocks);
    }
  });

  it('leaves the same rows when everything is delivered again', async () => {
    await bench.publish(1, 10);
    const sent = await Promise.all(
      [0, 1].map((partition) => bench.log.readRange(topics.rawBlocks.name, partition, 0n, 10_000)),
    );
    let parser = await bench.startParser();
    await bench.untilParsed();
    await parser.stop();
    const once = await allDigests(bench.store);

    for (const records of sent) {
      expect(records.length).toBeGreaterThan(5);
      await bench.producer.send(topics.rawBlocks.name, records);
    }
    parser = await bench.startParser();
    await bench.untilParsed();
    await parser.stop();

    expect(await allDigests(bench.store)).toEqual(once);
  });

  it('makes dead letters of what it cannot read, with cause, place and version, and rows of the rest', async () => {
    await bench.publish(1, 20);
    const parser = await bench.startParser();
    await bench.untilParsed();
    await parser.stop();
    const good = await allDigests(bench.store);
    await bench.close();

    bench = await openParserBench(data);
    const boc = recorded.read();
    const halfReadable = brokenInside(boc);
    const spoilt = [
      recordOf(Buffer.from('no bag of cells')),
      recordOf(boc.subarray(0, -10)),
      recordOf(boc, { seqno: '139' }),
      recordOf(boc, { 'root-hash': 'ab'.repeat(32) }),
      recordOf(boc, { shard: 'x' }),
      recordOf(halfReadable.boc, { 'root-hash': halfReadable.rootHash }),
      recordOf(new Uint8Array()),
      recordOf(boc, { 'file-hash': 'ab'.repeat(32) }),
      recordOf(boc, { round: '139' }),
      recordOf(boc, { 'round-index': '1', 'round-blocks': '2' }),
      shardBlockAsRound(data),
      ...foreignRecords(data),
    ];
    await bench.publish(1, 10);
    await bench.producer.send(topics.rawBlocks.name, spoilt);
    await bench.publish(11, 20);
    const again = await bench.startParser();
    await bench.untilParsed();
    await again.stop();

    expect(await allDigests(bench.store)).toEqual(good);
    const letters = await recordsOf(bench.log, topics.rawBlocksDeadLetters.name);
    expect(letters.map((letter) => ({ ...originalOf(letter), value: Buffer.from(letter.value) }))).toEqual(
      spoilt.map(({ key, value, headers }) => ({ key, headers, value: Buffer.from(value) })),
    );
    const stories = letters.map(decodeDeadLetter);
    for (const story of stories) {
      expect(story).toMatchObject({ topic: topics.rawBlocks.name, partition: 1, parserVersion: PARSER_VERSION });
      expect(story.cause.length).toBeGreaterThan(10);
    }
    expect(stories[2]).toMatchObject({ code: 'wrong_block' });
    expect(stories[3]).toMatchObject({ code: 'wrong_root_hash' });
    expect(stories[4]).toMatchObject({ code: 'bad_header' });
    expect(stories.slice(7).map(({ code }) => code)).toEqual([
      'wrong_file_hash',
      'wrong_round',
      'wrong_round',
      'wrong_round',
      ...foreignRecords(data).map(() => 'wrong_network'),
    ]);
    const offsets = stories.map(({ offset }) => offset);
    expect(offsets).toEqual(offsets.toSorted((left, right) => Number(left - right)));
    expect(new Set(offsets).size).toBe(spoilt.length);
  });

  it('makes no second dead letter of a record that comes again after a crash', async () => {
    const spoilt = Array.from({ length: 5 }, (_, index) => recordOf(Buffer.from(`no bag of cells ${index}`)));
    await bench.producer.send(topics.rawBlocks.name, spoilt);
    for (let crash = 0; crash < 3; crash++) {
      const parser = await bench.startParser({
        onPhase(phase) {
          if (phase === 'commit') throw new Error('died before the commit');
        },
      });
      await expect(parser.ended).rejects.toThrow('died');
    }
    const metrics = createMetrics();
    const parser = await bench.startParser({ metrics });
    await bench.untilParsed();
    await parser.stop();

    const letters = await recordsOf(bench.log, topics.rawBlocksDeadLetters.name);
    expect(letters.map((letter) => decodeDeadLetter(letter).offset)).toEqual([0n, 1n, 2n, 3n, 4n]);
    expect(await metrics.render()).toMatch(/^tonriver_dead_letters_open 5$/m);
    expect(await metrics.render()).toMatch(/^tonriver_dead_letters_total 0$/m);
  });

  it('makes the rows of a dead letter that is redriven', async () => {
    await bench.publish(1, 20);
    const parser = await bench.startParser();
    await bench.untilParsed();
    await parser.stop();
    const good = await allDigests(bench.store);
    await bench.close();

    bench = await openParserBench(data);
    await bench.publish(1, 20);
    // An older parser would have left this: one block among the dead letters, everything else untouched.
    const record = await buryFirstRecord(bench);
    const again = await bench.startParser();
    await bench.untilParsed();
    expect(await allDigests(bench.store)).not.toEqual(good);

    const { log, producer } = bench;
    const deadLetterTopic = topics.rawBlocksDeadLetters;
    const rejected = await listDeadLetters(log, deadLetterTopic);
    expect(rejected.map(({ letter }) => letter.offset)).toEqual([record.offset]);
    await redriveDeadLetters({ log, producer, topics, deadLetterTopic }, rejected);
    await bench.untilParsed();
    await again.stop();
    expect(await allDigests(bench.store)).toEqual(good);
    expect(await listDeadLetters(log, deadLetterTopic)).toEqual([]);
  });

  it('moves no offset before the rows are written, nor when they cannot be', async () => {
    await bench.publish(1, 10);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let isInserting = false;
    const slowStore: ClickHouseStore = {
      ...bench.store,
      async insertRows(table, rows) {
        isInserting = true;
        await held;
        await bench.store.insertRows(table, rows);
      },
    };
    const parser = await bench.startParser({ store: slowStore });
    await eventually(() => isInserting, { timeoutMs: 10_000 });
    expect(await committedRecords(bench.log)).toBe(0n);
    expect(await recordsOf(bench.log, topics.parsedRounds.name)).toEqual([]);
    release();
    await bench.untilParsed();
    await parser.stop();

    await bench.publish(11, 12);
    const before = await committedRecords(bench.log);
    const brokenStore: ClickHouseStore = {
      ...bench.store,
      insertRows: () => Promise.reject(new Error('disk on fire')),
    };
    const failing = await bench.startParser({ store: brokenStore });
    await expect(failing.ended).rejects.toThrow('disk on fire');
    expect(await committedRecords(bench.log)).toBe(before);

    const mended = await bench.startParser();
    await bench.untilParsed();
    await mended.stop();
  });

  it('writes what it holds before it stops', async () => {
    await bench.publish(1, 5);
    let beats = 0;
    const parser = await bench.startParser({ beat: () => (beats += 1) });
    await eventually(() => beats > 3, { timeoutMs: 10_000 });
    await parser.stop();
    expect(await committedRecords(bench.log)).toBeGreaterThan(0n);
  });

  it('writes the same rows when several parsers share the partitions', async () => {
    await bench.publish(1, 20);
    const alone = await bench.startParser();
    await bench.untilParsed();
    await alone.stop();
    const wanted = await allDigests(bench.store);
    await bench.close();

    bench = await openParserBench(data);
    await bench.publish(1, 20);
    const pair = [await bench.startParser(), await bench.startParser()];
    await bench.untilParsed();
    for (const parser of pair) await parser.stop();
    expect(await allDigests(bench.store)).toEqual(wanted);
    const groups = await bench.log.committedOffsets(topics.rawBlocks.name, consumerGroupOf(topics.rawBlocks, 'parser'));
    expect(groups.every((offset) => offset !== null)).toBe(true);
  });
});

/** A valid block of the test network in a log of mainnet, when the recorded data has one. */
function foreignRecords(data: RecordedData) {
  const blocks = data.blocks().filter(({ network, workchain }) => network === 'testnet' && workchain === -1);
  return blocks
    .slice(0, 1)
    .map((block) => recordOfBlock(block, { seqno: block.seqno, index: 0, blockCount: 1, isRangeStart: true }));
}

/** A valid shard block that claims to be a whole round by itself. */
function shardBlockAsRound(data: RecordedData) {
  const block = data.blocks().find(({ network, workchain }) => network === 'mainnet' && workchain === 0)!;
  return recordOfBlock(block, { seqno: 30, index: 0, blockCount: 1, isRangeStart: true });
}

function recordOfBlock(block: RecordedBlock, round: RoundPlace) {
  const { workchain, seqno, rootHash } = block;
  const shard = block.shard.toUpperCase();
  return {
    partition: 1,
    ...encodeRawBlock({ workchain, shard, seqno, rootHash, fileHash: null, round, boc: block.read() }),
  };
}

/** Makes a dead letter of the first record of partition 0, and commits it as the parser does. */
async function buryFirstRecord({ log, producer }: ParserBench): Promise<LogRecord> {
  const [record] = await log.readRange(topics.rawBlocks.name, 0, 0n, 1);
  const consumer = await log.consumer({
    topic: topics.rawBlocks.name,
    groupId: consumerGroupOf(topics.rawBlocks, 'parser'),
    batchRecordsMax: 1,
    batchBytesMax: 1,
  });
  const stop = new AbortController();
  const handle = async (batch: LogBatch): Promise<void> => {
    if (batch.partition !== 0 || stop.signal.aborted) return;
    const story = { code: 'bad_tag', cause: 'too new', topic: topics.rawBlocks.name, partition: 0, parserVersion: 0 };
    const letter = deadLetterOf(record!, { ...story, offset: record!.offset });
    await producer.send(topics.rawBlocksDeadLetters.name, [{ partition: 0, ...letter }]);
    await batch.commit();
    stop.abort();
  };
  await consumer.run(handle, { signal: stop.signal });
  await consumer.close();
  return record!;
}

/** A block with a valid header and a damaged transaction: it is rejected only while its rows are being made. */
function brokenInside(boc: Uint8Array): { readonly boc: Uint8Array; readonly rootHash: string } {
  const [flags, hasChecksum] = [boc[4]!, (boc[4]! & 0x40) !== 0];
  const bare = Buffer.from(hasChecksum ? boc.subarray(0, -4) : boc);
  bare[4] = flags & ~0x40;
  for (let offset = bare.length - 1; offset > 0; offset -= 1) {
    const altered = Buffer.from(bare);
    altered[offset]! ^= 0xff;
    const found = rejectedWhileRowsAreMade(altered);
    if (found !== undefined) return found;
  }
  throw new Error('No byte of this block breaks its transactions only');
}

function rejectedWhileRowsAreMade(
  boc: Uint8Array,
): { readonly boc: Uint8Array; readonly rootHash: string } | undefined {
  let bag: Bag;
  let block: ReturnType<typeof loadBlock>;
  try {
    bag = Bag.parse(boc);
    block = loadBlock(bag);
    bag.hashAll();
  } catch {
    return undefined;
  }
  const rootHash = Buffer.from(bag.hash(bag.root)).toString('hex');
  const { workchain, shard, seqno } = block.info;
  const raw = { workchain, shard: shardToHex(shard), seqno, rootHash, fileHash: null, round: null, boc };
  try {
    addRowsOfBlock(createBlockTables(), { raw, bag, block }, { parserVersion: PARSER_VERSION, turn: 0 });
    return undefined;
  } catch {
    return { boc, rootHash };
  }
}
