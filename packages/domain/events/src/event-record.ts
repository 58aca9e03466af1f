/** A record of the event log: the part of `LogRecord` and `OutgoingRecord` that codecs use. */
export interface EventRecord {
  readonly key: Uint8Array | null;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** The most bytes that Kafka needs to frame a header. */
const headerFrameBytes = 10;

/** Returns the most bytes that a record takes in a topic, with framing. A topic's `recordBytesMax` limits it. */
export function eventBytesOf({ key, value, headers }: EventRecord): number {
  let bytes = value.length + (key?.length ?? 0);
  for (const [name, text] of Object.entries(headers)) {
    bytes += Buffer.byteLength(name) + Buffer.byteLength(text) + headerFrameBytes;
  }
  return bytes;
}
