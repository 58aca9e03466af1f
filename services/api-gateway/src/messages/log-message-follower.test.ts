import { describe, expect, it } from '@jest/globals';
import { decodeExternalMessage } from '@tonriver/events';
import type { OutgoingRecord } from '@tonriver/stream';
import { EventLogError } from '@tonriver/stream';
import { exampleMessage } from '../endpoints/send-message/read-message.ts';
import { createLogMessageFollower } from './log-message-follower.ts';

const boc = new Uint8Array(Buffer.from(exampleMessage.boc, 'base64'));
const topic = { name: 'test.external-messages.v1', partitions: 4, recordBytesMax: 100_000 };

const followerOf = (send: (records: readonly OutgoingRecord[]) => Promise<void>, timeoutMs = 10_000) =>
  createLogMessageFollower({
    producer: { send: (_topic, records) => send(records), close: async () => undefined },
    topic,
    timeoutMs,
    nowMs: () => 1_234,
  });

describe('a message that is followed', () => {
  it('is published under its account with the time, and its hashes are returned', async () => {
    const sent: OutgoingRecord[] = [];
    const follower = followerOf(async (records) => void sent.push(...records));
    const { hash, normalisedHash } = await follower.follow(boc);
    expect([hash.length, normalisedHash.length]).toEqual([32, 32]);
    expect(sent).toMatchObject([{ partition: 0, key: new Uint8Array(32), headers: { 'accepted-at-ms': '1234' } }]);
    expect(Buffer.from(sent[0]!.value).equals(boc)).toBe(true);
    await follower.follow(boc, 77);
    expect(sent.map((record) => decodeExternalMessage({ ...record, key: record.key! }).afterSeqno)).toEqual([
      undefined,
      77,
    ]);
  });

  it('is refused when it is no message from outside', async () => {
    await expect(followerOf(async () => undefined).follow(Uint8Array.of(1))).rejects.toMatchObject({ code: 'refused' });
  });

  it('is not followed while the log is away, or does not answer in time', async () => {
    const away = followerOf(() => Promise.reject(new EventLogError('broker_unavailable', 'no broker')));
    await expect(away.follow(boc)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(followerOf(() => new Promise(() => undefined), 20).follow(boc)).rejects.toMatchObject({
      code: 'timed_out',
    });
  });

  it('is refused when too many are on their way, until the log has ended with some', async () => {
    const ends: (() => void)[] = [];
    const follower = followerOf(() => new Promise((resolve) => ends.push(resolve)));
    const waiting = Array.from({ length: 1_000 }, () => follower.follow(boc));
    await expect(follower.follow(boc)).rejects.toMatchObject({ code: 'overloaded' });
    ends[0]!();
    await waiting[0];
    waiting.push(follower.follow(boc));
    for (const end of ends) end();
    await expect(Promise.all(waiting)).resolves.toHaveLength(1_001);
  });
});
