import type { Readable, Writable } from 'node:stream';
import { once } from 'node:events';

/** Messages between a process that answers HTTP and the one that runs statements, over a stream of bytes. */
export interface Frame {
  readonly kind: FrameKind;
  readonly payload: Buffer;
}

const kinds = ['ready', 'run', 'cancel', 'head', 'counts', 'bytes', 'end', 'failed', 'stale'] as const;
export type FrameKind = (typeof kinds)[number];

const headerLength = 5;
/** Larger than any piece of the engine; a length beyond it is a broken stream. */
const payloadBytesMax = 2 * 1024 ** 3 - 1;

/** Writes a message; waits while the other side takes nothing. */
export async function writeFrame(to: Writable, kind: FrameKind, payload: Uint8Array | object): Promise<void> {
  const bytes = payload instanceof Uint8Array ? payload : Buffer.from(JSON.stringify(payload));
  const header = Buffer.alloc(headerLength);
  header.writeUInt8(kinds.indexOf(kind), 0);
  header.writeUInt32LE(bytes.length, 1);
  to.write(header);
  if (!to.write(bytes) && !to.destroyed) await Promise.race([once(to, 'drain'), once(to, 'close')]);
}

/** Reads messages until the stream ends. */
export async function* readFrames(from: Readable): AsyncGenerator<Frame> {
  let chunks: Buffer[] = [];
  let buffered = 0;
  let wanted = headerLength;
  for await (const chunk of from) {
    chunks.push(chunk as Buffer);
    buffered += (chunk as Buffer).length;
    while (buffered >= wanted) {
      const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
      const length = bytes.readUInt32LE(1);
      if (length > payloadBytesMax) throw new RangeError('A message is longer than any can be');
      wanted = headerLength + length;
      chunks = [bytes];
      if (buffered < wanted) break;
      yield { kind: kinds[bytes.readUInt8(0)] ?? 'failed', payload: bytes.subarray(headerLength, wanted) };
      const rest = bytes.subarray(wanted);
      chunks = rest.length === 0 ? [] : [rest];
      buffered = rest.length;
      wanted = headerLength;
    }
  }
}
