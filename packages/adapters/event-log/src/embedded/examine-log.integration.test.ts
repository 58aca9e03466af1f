import { expect, it } from '@jest/globals';
import { silentLogger } from '@tonriver/logger';
import { temporaryDirectory } from '@tonriver/testing';
import { open } from 'lmdb';
import { examineEmbeddedLog, openEmbeddedEventLog } from '../index.ts';
import { keyOfPlace } from './record-place.ts';

it('names a damaged entry of a topic, and examines the others', async () => {
  const folder = temporaryDirectory();
  const log = await openEmbeddedEventLog({ directory: folder.path, logger: silentLogger });
  const topics = ['first', 'second', 'third'];
  await log.ensureTopics(topics.map((name) => ({ name, partitions: 1, recordBytesMax: 1000, retentionMs: -1 })));
  const producer = await log.producer();
  for (const topic of topics)
    await producer.send(topic, [{ partition: 0, key: null, value: Buffer.from('x'), headers: {} }]);
  await log.close();
  const root = open<unknown, string[]>({ path: folder.path, encoding: 'binary', maxDbs: 2, noSubdir: false });
  const altered = Buffer.from(root.getBinary(['topic', 'first'])!);
  altered[1]! = altered[1] === 0x31 ? 0x32 : 0x31;
  await root.put(['topic', 'first'], altered);
  await root.put(['topic', 'second'], Buffer.from('[7'));
  await root.close();

  const counts: string[] = [];
  const found: string[] = [];
  const count = (what: string): void => void counts.push(what);
  const options = { directory: folder.path, count, examineRecord: () => undefined };
  for await (const { problem } of examineEmbeddedLog(options)) found.push(problem);
  expect(found).toEqual([
    expect.stringContaining('topic first is not as it was written'),
    expect.stringContaining('topic second cannot be read'),
    '2 records belong to no topic and no partition',
  ]);
  expect(counts).toEqual(['topics', 'records']);
  await expect(openEmbeddedEventLog({ directory: folder.path, logger: silentLogger })).rejects.toMatchObject({
    code: 'store_corrupt',
  });
  folder.remove();
});

it('finds missing records in a topic with unlimited retention, and goes on after a damaged record', async () => {
  const folder = temporaryDirectory();
  const log = await openEmbeddedEventLog({ directory: folder.path, logger: silentLogger });
  await log.ensureTopics([{ name: 'letters', partitions: 1, recordBytesMax: 1000, retentionMs: -1 }]);
  const producer = await log.producer();
  const record = { partition: 0, key: null, value: Buffer.from('a letter'), headers: {} };
  await producer.send(
    'letters',
    Array.from({ length: 8 }, () => record),
  );
  await log.close();
  const root = open<unknown, string[]>({ path: folder.path, encoding: 'json', maxDbs: 2, noSubdir: false });
  const records = root.openDB<Buffer, Buffer>('records', { encoding: 'binary', keyEncoding: 'binary' });
  const keyOf = (offset: number): Buffer => keyOfPlace({ topicId: 1, partition: 0, offset });
  const damaged = Buffer.from(records.getBinary(keyOf(1))!);
  damaged[damaged.length - 1]! ^= 1;
  await records.put(keyOf(1), damaged);
  for (const offset of [4, 5]) await records.remove(keyOf(offset));
  await root.close();

  const counts: string[] = [];
  const found: unknown[] = [];
  const options = {
    directory: folder.path,
    count: (what: string) => counts.push(what),
    examineRecord: () => undefined,
  };
  for await (const { where, problem } of examineEmbeddedLog(options)) found.push([where['offset'], problem]);
  expect(found).toEqual([
    ['1', expect.stringContaining('checksum')],
    ['6', 'the records from 4 to 5 before it are missing'],
  ]);
  expect(counts.filter((what) => what === 'records')).toHaveLength(5);
  folder.remove();
});
