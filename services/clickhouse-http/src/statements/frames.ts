import type { Readable, Writable } from 'node:stream';

/** Messages between a process that answers HTTP and the one that runs statements, over a stream of bytes. */
export interface Frame {
  readonly kind: FrameKind;
  readonly payload: Buffer;
}

const kinds = ['ready', 'run', 'cancel', 'head', 'counts', 'bytes', 'end', 'failed', 'stale'] as const;
export type FrameKind = (typeof kinds)[number];

const headerLength = 5;
/** A result is cut into pieces of this size: the other side holds a few at a time, whatever it is made of. */
export const pieceBytesMax = 256 * 1024;

const shortMax = 64 * 1024;
/**
 * How long a message may be: the process that runs statements may have been taken over by one, and must not choose how
 * much memory this side takes. Texts may be up to six times as long in JSON.
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

/** Writes a message; waits while the other side takes nothing. */
export async function writeFrame(to: Writable, kind: FrameKind, payload: Uint8Array | object): Promise<void> {
  const bytes = payload instanceof Uint8Array ? payload : Buffer.from(JSON.stringify(payload));
  const header = Buffer.alloc(headerLength);
  header.writeUInt8(kinds.indexOf(kind), 0);
  header.writeUInt32LE(bytes.length, 1);
  to.write(header);
  if (!to.write(bytes)) await drained(to);
}

/** Until the other side has taken what was written or is gone, which reading tells. Leaves no listener behind. */
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

/** Reads messages until the stream ends. @throws RangeError for one that is none, before its content is taken in */
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
      if (kind === undefined) throw new RangeError('A message is of no known kind');
      if (length > payloadBytesMax[kind]) throw new RangeError(`A message (${kind}) is longer than any can be`);
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
