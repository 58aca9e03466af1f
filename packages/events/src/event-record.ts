/** A record as the event log carries it: the part of `LogRecord` and `OutgoingRecord` that a codec sees. */
export interface EventRecord {
  readonly key: Uint8Array | null;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}
