import type { PendingTrace } from './pending-trace.ts';

/**
 * Reads pending traces. An answer has all that the emulator knew when it said last that the store has them; more than
 * 5,000 are an error.
 */
export interface PendingReader {
  /**
   * Returns the traces that these messages began, each once.
   *
   * @param hashes of messages, normalised or as they were sent, base64
   * @throws {PendingStoreError}
   */
  byHashes(hashes: readonly string[]): Promise<readonly PendingTrace[]>;
  /**
   * Returns the traces in which an account takes part, in no order.
   *
   * @param address raw
   * @throws {PendingStoreError}
   */
  ofAccount(address: string): Promise<readonly PendingTrace[]>;
  /**
   * Returns which of these keys have a trace, without reading it. Keys are normalised hashes of messages.
   *
   * @throws {PendingStoreError}
   */
  shownOf(keys: readonly string[]): Promise<readonly string[]>;
}

/** A trace to keep. */
export interface KeptTrace {
  readonly trace: PendingTrace;
  /** How long readers find it: whole milliseconds, at least 1. */
  readonly ttlMs: number;
}

/** Writes pending traces. The writer has them in memory too: a store may forget. */
export interface PendingWriter {
  /** Keeps traces. One of the same key is replaced as a whole. @throws {PendingStoreError} */
  put(traces: readonly KeptTrace[]): Promise<void>;
  /** Removes traces. Those that are not there are no error. @throws {PendingStoreError} */
  remove(keys: readonly string[]): Promise<void>;
  /** Returns which of these traces readers would not find. @throws {PendingStoreError} */
  missing(keys: readonly string[]): Promise<readonly string[]>;
  /**
   * Says that the store has all live traces of a partition of `external-messages`, after `missing` told what it lacks
   * and that was put. Readers refuse to answer while that was not said for every partition within the given time.
   *
   * @throws {PendingStoreError} `not_ready` when the store may have lost some since `missing`: it is to be asked again
   */
  confirm(partition: number, ttlMs: number): Promise<void>;
}

/** Pending traces by message and by account, each for a limited time, shared by one emulator and all gateways. */
export interface PendingStore extends PendingReader, PendingWriter {
  ping(): Promise<void>;
  close(): Promise<void>;
}
