import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { type Frame, readFrames, writeFrame } from './frames.ts';

async function read(bytes: Buffer): Promise<readonly Frame[]> {
  const from = new PassThrough();
  from.end(bytes);
  const frames: Frame[] = [];
  for await (const frame of readFrames(from)) frames.push(frame);
  return frames;
}

function header(kind: number, length: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8(kind, 0);
  bytes.writeUInt32LE(length, 1);
  return bytes;
}

describe('messages between the processes', () => {
  it('arrive unchanged', async () => {
    const wire = new PassThrough();
    const sent = [{ a: 1 }, { b: 'text' }];
    for (const payload of sent) await writeFrame(wire, 'head', payload);
    wire.end();
    const frames: Frame[] = [];
    for await (const frame of readFrames(wire)) frames.push(frame);
    expect(frames.map(({ payload }) => JSON.parse(payload.toString('utf8')) as unknown)).toEqual(sent);
    expect(frames.map(({ kind }) => kind)).toEqual(['head', 'head']);
  });

  it('leave no listeners when the reader is slow many times', async () => {
    const slow = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => setImmediate(done) });
    slow.on('error', () => undefined);
    const listeners = () => slow.eventNames().map((name) => [name, slow.listenerCount(name)]);
    const before = listeners();
    for (let count = 0; count < 200; count++) await writeFrame(slow, 'bytes', Buffer.alloc(100));
    expect(listeners()).toEqual(before);
  });

  it('are dropped when the reader ends', async () => {
    const stuck = new Writable({ highWaterMark: 1, write: () => undefined });
    stuck.on('error', () => undefined);
    const writing = writeFrame(stuck, 'bytes', Buffer.alloc(100));
    stuck.destroy(new Error('gone'));
    await expect(writing).resolves.toBeUndefined();
    await expect(writeFrame(stuck, 'bytes', Buffer.alloc(100))).resolves.toBeUndefined();
  });

  it.each([
    ['a piece of 2 GiB', 5, 2 * 1024 ** 3 - 1],
    ['a piece of 2 MiB', 5, 2 * 1024 ** 2],
    ['counts of 1 MiB', 4, 1024 ** 2],
    ['a message of an unknown kind', 77, 0],
  ])('are refused because of their length or kind, before their content is read: %s', async (_what, kind, length) => {
    await expect(read(header(kind, length))).rejects.toThrow(RangeError);
  });
});
