import type { Readable, Writable } from 'node:stream';

/** A message between the process that answers HTTP and one that runs statements, over a stream of bytes. */
export interface Frame {
  readonly kind: FrameKind;
  readonly payload: Buffer;
}

const kinds = ['ready', 'run', 'cancel', 'head', 'counts', 'bytes', 'end', 'failed', 'stale'] as const;
export type FrameKind = (typeof kinds)[number];

const headerLength = 5;
/** A result is cut into pieces of this size, so that the other side holds only a few of them at a time. */
export const pieceBytesMax = 256 * 1024;

const shortMax = 64 * 1024;
/**
 * Longest messages by kind. A statement may have taken control of the process that runs it, and that process must not
 * decide how much memory this side uses. Texts may be up to six times as long in JSON.
 */
const payloadBytesMax: Readonly<Record<FrameKind, number>> = {
  ready: shortMax,
  run: 4 * 1024 ** 2,
  cancel: shortMax,
  head: shortMax,
  counts: shortMax,
  bytes: pieceBytesMax,
  end: shortMax,
  failed: 1024 ** 2,
  stale: shortMax,
};

/** Writes a message, and waits while the other side reads nothing. */
export async function writeFrame(to: Writable, kind: FrameKind, payload: Uint8Array | object): Promise<void> {
  const bytes = payload instanceof Uint8Array ? payload : Buffer.from(JSON.stringify(payload));
  const header = Buffer.alloc(headerLength);
  header.writeUInt8(kinds.indexOf(kind), 0);
  header.writeUInt32LE(bytes.length, 1);
  to.write(header);
  if (!to.write(bytes)) await drained(to);
}

/** Waits until the other side has read enough or has ended. Removes its listeners. */
function drained(to: Writable): Promise<void> {
  if (to.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      to.off('drain', done);
      to.off('close', done);
      resolve();
    };
    to.on('drain', done);
    to.on('close', done);
  });
}

/** Reads messages until the stream ends. @throws RangeError for a bad header, before the content is read */
export async function* readFrames(from: Readable): AsyncGenerator<Frame> {
  let chunks: Buffer[] = [];
  let buffered = 0;
  let wanted = headerLength;
  for await (const chunk of from) {
    chunks.push(chunk as Buffer);
    buffered += (chunk as Buffer).length;
    while (buffered >= wanted) {
      const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
      const kind = kinds[bytes.readUInt8(0)];
      const length = bytes.readUInt32LE(1);
      if (kind === undefined) throw new RangeError('A message is of an unknown kind');
      if (length > payloadBytesMax[kind]) throw new RangeError(`A message (${kind}) is longer than its kind allows`);
      wanted = headerLength + length;
      chunks = [bytes];
      if (buffered < wanted) break;
      yield { kind, payload: bytes.subarray(headerLength, wanted) };
      const rest = bytes.subarray(wanted);
      chunks = rest.length === 0 ? [] : [rest];
      buffered = rest.length;
      wanted = headerLength;
    }
  }
}
