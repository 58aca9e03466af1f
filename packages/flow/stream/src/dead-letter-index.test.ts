import { describe, expect, it } from '@jest/globals';
import { deadLetterOf, type EventRecord, redrivenMark, topicsOf } from '@tonriver/events';
import type { LogRecord } from './event-log.ts';
import { createDeadLetterIndex } from './dead-letter-index.ts';

const { rawBlocks: topic, rawBlocksDeadLetters: deadLetterTopic } = topicsOf('testnet', { rawPartitions: 1 });

/** A topic of dead letters, each read of which takes the given number of turns, and an index over it. */
function topicWithIndex(turns: () => number = () => 0) {
  const records: LogRecord[] = [];
  const reads: bigint[] = [];
  const log = {
    endOffsets: () => Promise.resolve([BigInt(records.length)]),
    async readRange(_topic: string, _partition: number, from: bigint, limit: number) {
      reads.push(from);
      for (let turn = turns(); turn > 0; turn -= 1) await Promise.resolve();
      return records.slice(Number(from), Number(from) + limit);
    },
  };
  const put = (record: EventRecord): void =>
    void records.push({ partition: 0, offset: BigInt(records.length), ...record });
  return { put, reads, index: createDeadLetterIndex({ log, deadLetterTopic, topic }) };
}

const recordWith = (text: string, offset: bigint): LogRecord => ({
  partition: 0,
  offset,
  key: Buffer.from('round'),
  value: Buffer.from(text),
  headers: { seqno: '1' },
});
const letterOf = (record: LogRecord): EventRecord =>
  deadLetterOf(record, {
    code: 'bad_tag',
    cause: 'tag 12',
    topic: topic.name,
    partition: record.partition,
    offset: record.offset,
    parserVersion: 5,
  });
/** The dead letter as older versions wrote it. */
const withoutHash = ({ headers, ...letter }: EventRecord): EventRecord => {
  const { 'dead-letter-record-hash': _, ...older } = headers;
  return { ...letter, headers: older };
};

describe('createDeadLetterIndex', () => {
  it('does not know another record at the same offset after the topic was created anew', async () => {
    const { put, index } = topicWithIndex();
    put(letterOf(recordWith('first block', 7n)));
    await index.refresh();
    expect(index.has(recordWith('first block', 7n), 5)).toBe(true);
    expect(index.has(recordWith('second block', 7n), 5)).toBe(false);
    expect(index.has({ ...recordWith('first block', 7n), headers: { seqno: '2' } }, 5)).toBe(false);
    expect(index.has({ ...recordWith('first block', 7n), key: null }, 5)).toBe(false);
    put(letterOf(recordWith('second block', 7n)));
    await index.refresh();
    expect(index.openCount).toBe(2);
  });

  it('knows the record of an older dead letter without a hash', async () => {
    const { put, index } = topicWithIndex();
    put(withoutHash(letterOf(recordWith('a block', 7n))));
    await index.refresh();
    expect(index.has(recordWith('a block', 7n), 5)).toBe(true);
    expect(index.has(recordWith('a block', 7n), 6)).toBe(false);
    expect(index.has(recordWith('another block', 7n), 5)).toBe(false);
  });

  it('reads each dead letter once when it is refreshed twice at the same time', async () => {
    let turns = 0;
    const { put, reads, index } = topicWithIndex(() => (turns = (turns * 7 + 3) % 11));
    for (let offset = 0n; offset < 500n; offset += 1n) put(letterOf(recordWith('a block', 1000n + offset)));
    for (let offset = 0n; offset < 500n; offset += 1n) put(redrivenMark(offset));
    await Promise.all([index.refresh(), index.refresh()]);
    expect(new Set(reads).size).toBe(reads.length);
    expect(index.openCount).toBe(0);
  });

  it('has read all that came before a refresh was called when another one was under way', async () => {
    const { put, index } = topicWithIndex(() => 20);
    put(letterOf(recordWith('a block', 1n)));
    const first = index.refresh();
    await Promise.resolve();
    put(letterOf(recordWith('a block', 2n)));
    await index.refresh();
    expect(index.has(recordWith('a block', 2n), 5)).toBe(true);
    await first;
  });

  it('skips foreign records in the topic', async () => {
    const { put, index } = topicWithIndex();
    put({ key: null, value: new Uint8Array(), headers: {} });
    put({ key: null, value: new Uint8Array(), headers: { 'dead-letter-redriven': 'x' } });
    put({ ...letterOf(recordWith('a block', 1n)), headers: { 'dead-letter-offset': '-1' } });
    put(letterOf(recordWith('a block', 2n)));
    await index.refresh();
    expect(index.has(recordWith('a block', 2n), 5)).toBe(true);
    expect(index.openCount).toBe(1);
  });
});
