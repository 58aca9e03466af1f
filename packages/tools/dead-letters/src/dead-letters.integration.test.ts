import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectKafkaEventLog, openEmbeddedEventLog } from '@tonriver/event-log';
import type { EventLog } from '@tonriver/stream';
import { deadLetterOf, encodeRawBlock, eventBytesOf, topicsOf } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import {
  describePart,
  startKafka,
  type TemporaryDirectory,
  temporaryDirectory,
  type TestKafka,
} from '@tonriver/testing';
import { deadLettersConfig } from './config.ts';
import { runDeadLetters } from './run-dead-letters.ts';

const NETWORK = 'mainnet';
const topics = topicsOf(NETWORK, { rawPartitions: 4 });

/** Tests the command over one kind of log: `open` opens it, `address` names it on the command line. */
function describeCommand(open: () => Promise<EventLog>, address: () => readonly string[]): void {
  const run = async (...words: readonly string[]): Promise<readonly string[]> => {
    const lines: string[] = [];
    const config = deadLettersConfig([...words, ...address(), '--network', NETWORK], {});
    if ('help' in config) throw new Error('The command line did not ask for help');
    await runDeadLetters(config, { logger: silentLogger, write: (line) => lines.push(line) });
    return lines;
  };
  const listed = async () => (await run('list', '--json')).map((line) => JSON.parse(line) as Record<string, unknown>);
  const block = (seqno: number) =>
    encodeRawBlock({
      workchain: 0,
      shard: 'A000000000000000',
      seqno,
      rootHash: 'ab'.repeat(32),
      fileHash: null,
      round: { seqno: 500 + seqno, index: 0, blockCount: 1, isRangeStart: false },
      boc: Buffer.from(`block ${seqno}`),
    });
  /** Block N came from partition N mod 4, offset 70 + N. */
  const letter = (seqno: number, cause = 'tag 12 is not that of a block') => ({
    partition: 0,
    ...deadLetterOf(block(seqno), {
      code: 'bad_tag',
      cause,
      topic: topics.rawBlocks.name,
      partition: seqno % 4,
      offset: BigInt(70 + seqno),
      parserVersion: 3,
    }),
  });
  const send = async (...letters: readonly ReturnType<typeof letter>[]): Promise<void> => {
    const log = await open();
    await (await log.producer()).send(topics.rawBlocksDeadLetters.name, letters);
    await log.close();
  };
  const rawRecords = async () => {
    const log = await open();
    const all = await Promise.all(
      [0, 1, 2, 3].map((partition) => log.readRange(topics.rawBlocks.name, partition, 0n, 100)),
    );
    await log.close();
    return all
      .flat()
      .map(({ partition, value, headers }) => ({ partition, value: Buffer.from(value).toString(), headers }));
  };

  beforeAll(async () => {
    const log = await open();
    await log.ensureTopics(Object.values(topics));
    await log.close();
  });

  it('lists nothing when there are no dead letters', async () => {
    expect(await run('list')).toEqual([`0 dead letter(s) in ${topics.rawBlocksDeadLetters.name}`]);
  });

  it('lists cause, place, version and block of each letter', async () => {
    await send(letter(5), letter(6), letter(7));
    expect(await listed()).toMatchObject(
      [7, 6, 5].map((seqno) => ({
        offset: String(seqno - 5),
        block: `(0,A000000000000000,${seqno})`,
        round: String(500 + seqno),
        topic: topics.rawBlocks.name,
        partition: seqno % 4,
        originalOffset: String(70 + seqno),
        parserVersion: 3,
        code: 'bad_tag',
        cause: 'tag 12 is not that of a block',
      })),
    );
    const [, , oldest, count] = await run('list');
    expect(oldest).toMatch(
      /^0 .*\(0,A000000000000000,5\) of round 505 .*raw-blocks.v1\/1@75 .*parser 3 .*bad_tag: tag 12/,
    );
    expect(count).toMatch(/^3 dead letter\(s\) in [^,]*$/);
    const [newest, two, counted] = await run('list', '--limit', '2');
    expect([newest, two].map((line) => line?.slice(0, 1))).toEqual(['2', '1']);
    expect(counted).toMatch(/^2 .*, the newest; there may be more/);
  });

  it('lists a record with two letters once, with the newer cause', async () => {
    await send(letter(6, 'the same again'));
    const letters = await listed();
    expect(letters.map(({ block: name }) => name)).toEqual([6, 7, 5].map((seqno) => `(0,A000000000000000,${seqno})`));
    expect(letters[0]).toMatchObject({ cause: 'the same again', offset: '3' });
  });

  it('sends the chosen record unchanged to where it came from, and no longer lists it', async () => {
    expect(await run('redrive', '--offset', '3')).toEqual(['1 record(s) sent again to where they came from']);
    const { headers } = block(6);
    expect(await rawRecords()).toEqual([{ partition: 2, value: 'block 6', headers }]);
    expect((await listed()).map(({ offset }) => offset)).toEqual(['2', '0']);
  });

  it('refuses an offset without a dead letter, and sends nothing', async () => {
    await expect(run('redrive', '--offset', '0', '3')).rejects.toThrow(/offset 3/);
    expect((await rawRecords()).length).toBe(1);
  });

  it('sends all other records, and lists a record again when it is rejected again', async () => {
    await run('redrive', '--all');
    expect((await rawRecords()).map(({ partition, value }) => [partition, value])).toEqual([
      [1, 'block 5'],
      [2, 'block 6'],
      [3, 'block 7'],
    ]);
    expect(await listed()).toEqual([]);
    await send(letter(7, 'and again'));
    expect(await listed()).toMatchObject([{ block: '(0,A000000000000000,7)', cause: 'and again' }]);
  });

  it('sends a record that its letter leaves out from where it lay, while the log keeps it', async () => {
    const before = await rawRecords();
    const kept = before[0]!;
    expect(kept.value).toBe('block 5');
    const leftOut = (offset: bigint) => ({
      partition: 0,
      ...deadLetterOf(
        block(5),
        {
          code: 'bad_tag',
          cause: 'none',
          topic: topics.rawBlocks.name,
          partition: kept.partition,
          offset,
          parserVersion: 3,
        },
        { recordBytesMax: 100 },
      ),
    });
    await send(leftOut(0n), leftOut(90n));
    const there = (await listed()).filter(({ bytes }) => bytes === eventBytesOf(block(5)));
    expect(there.map(({ originalOffset }) => originalOffset)).toEqual(['90', '0']);
    // A record that is gone does not keep the others from being sent.
    await expect(run('redrive', '--all')).rejects.toMatchObject({
      code: 'letter_gone',
      message: expect.stringContaining(`/${kept.partition}@90`),
    });
    const after = await rawRecords();
    expect(after.length).toBe(before.length + 2);
    expect(after.filter(({ value }) => value === kept.value).length).toBe(2);
    expect((await listed()).map(({ originalOffset }) => originalOffset)).toEqual(['90']);
  });

  it('lists two records at one offset when their topic was made anew between them', async () => {
    const rejectedAt7 = (seqno: number) => {
      const place = { topic: topics.rawBlocks.name, partition: 0, offset: 7n };
      return {
        partition: 0,
        ...deadLetterOf(block(seqno), { code: 'bad_tag', cause: 'none', parserVersion: 3, ...place }),
      };
    };
    await send(rejectedAt7(301), rejectedAt7(302), rejectedAt7(301));
    const there = (await listed()).filter(({ originalOffset }) => originalOffset === '7');
    expect(there.map(({ block: name }) => name)).toEqual(['(0,A000000000000000,301)', '(0,A000000000000000,302)']);
    await run('redrive', '--offset', ...there.map(({ offset }) => String(offset)));
    const values = (await rawRecords()).map(({ value }) => value);
    expect(values.filter((value) => /^block 30[12]$/.test(value)).toSorted()).toEqual(['block 301', 'block 302']);
    expect((await listed()).filter(({ originalOffset }) => originalOffset === '7')).toEqual([]);
  });

  it('does not send another record that lies where the left-out record lay', async () => {
    const gone = deadLetterOf(
      { key: null, value: Buffer.alloc(600), headers: {} },
      { code: 'bad_tag', cause: 'none', topic: topics.rawBlocks.name, partition: 0, offset: 0n, parserVersion: 3 },
      { recordBytesMax: 500 },
    );
    const log = await open();
    await (await log.producer()).send(topics.rawBlocks.name, [
      { partition: 0, key: null, value: Buffer.from('another'), headers: {} },
    ]);
    await log.close();
    await send({ partition: 0, ...gone });
    const before = await rawRecords();
    const [newest] = await listed();
    await expect(run('redrive', '--offset', String(newest?.['offset']))).rejects.toMatchObject({ code: 'letter_gone' });
    expect(await rawRecords()).toEqual(before);
  });

  it('lists and sends letters around foreign records, and names the foreign records', async () => {
    const text = (name: string, value: string) => ({ [`dead-letter-${name}`]: value });
    const foreign = (headers: Readonly<Record<string, string>>) => ({
      partition: 0,
      key: null,
      value: Buffer.from('x'),
      headers,
    });
    const { headers } = letter(401);
    await send(
      letter(401),
      foreign({}),
      foreign(text('redriven', 'x')),
      foreign({ ...headers, ...text('offset', '-1') }),
      foreign({ ...headers, ...text('partition', 'x') }),
      // A well-formed letter, but the topic has no such partition.
      foreign({ ...headers, ...text('partition', '99') }),
      letter(402),
    );
    const said: string[] = [];
    const config = deadLettersConfig(['list', '--limit', '3', ...address(), '--network', NETWORK], {});
    if ('help' in config) throw new Error('The command line did not ask for help');
    const lines: string[] = [];
    await runDeadLetters(config, {
      logger: silentLogger,
      write: (line) => lines.push(line),
      say: (line) => said.push(line),
    });
    expect(lines[0]).toContain(',402)');
    expect(lines[2]).toContain(',401)');
    expect(said.filter((line) => line.includes('is not a dead letter')).length).toBe(4);
    await expect(run('redrive', '--all')).rejects.toMatchObject({ message: expect.stringContaining('partition') });
    const values = (await rawRecords()).map(({ value }) => value);
    expect(values).toEqual(expect.arrayContaining(['block 401', 'block 402']));
  });

  it('reports the first records and its progress before it has read the last', async () => {
    await send(...Array.from({ length: 250 }, (_, index) => letter(1000 + index)));
    const heard: string[] = [];
    const config = deadLettersConfig(['list', ...address(), '--network', NETWORK], {});
    if ('help' in config) throw new Error('The command line did not ask for help');
    const hear = (line: string): void => void heard.push(line);
    await runDeadLetters(config, { logger: silentLogger, write: hear, say: hear });
    const firstRow = heard.findIndex((line) => line.includes(',1249)'));
    const readings = heard.flatMap((line, index) => (line.endsWith('letters read') ? [index] : []));

    expect(heard[0]).toMatch(/…$/);
    expect(readings.length).toBeGreaterThan(2);
    expect(firstRow).toBeLessThan(readings[0] as number);
  });
}

describe('tonriver dead-letters over the embedded log', () => {
  let folder: TemporaryDirectory;
  beforeAll(() => {
    folder = temporaryDirectory();
  });
  afterAll(() => folder.remove());

  describeCommand(
    () => openEmbeddedEventLog({ directory: join(folder.path, 'log'), logger: silentLogger }),
    () => ['--data-dir', folder.path],
  );

  it('refuses a folder that is not a data directory, and does not create one', async () => {
    const config = deadLettersConfig(['list', '--data-dir', join(folder.path, 'absent')], {});
    if ('help' in config) throw new Error('The command line did not ask for help');
    await expect(runDeadLetters(config, { logger: silentLogger, write: () => undefined })).rejects.toThrow(
      /not a data directory/,
    );
  });
});

describePart('kafka', 'tonriver dead-letters over Kafka', () => {
  let kafka: TestKafka;
  beforeAll(async () => {
    kafka = await startKafka();
  });
  afterAll(() => kafka?.stop());

  describeCommand(
    () => connectKafkaEventLog({ brokers: kafka.brokers, clientId: 'test', logger: silentLogger }),
    () => ['--brokers', kafka.brokers.join(',')],
  );
});
