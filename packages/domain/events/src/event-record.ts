/** A record as the event log carries it: the part of `LogRecord` and `OutgoingRecord` that a codec sees. */
export interface EventRecord {
  readonly key: Uint8Array | null;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** What Kafka needs to frame a header, at most. */
const headerFrameBytes = 10;

/** What a record takes in a topic, at most: its parts with their frames. A topic's `recordBytesMax` is the bound. */
export function eventBytesOf({ key, value, headers }: EventRecord): number {
  let bytes = value.length + (key?.length ?? 0);
  for (const [name, text] of Object.entries(headers)) {
    bytes += Buffer.byteLength(name) + Buffer.byteLength(text) + headerFrameBytes;
  }
  return bytes;
}
