/** Changes of one commit, in order; null removes. */
export type ValueChanges = readonly (readonly [key: string, value: Uint8Array | null])[];

/** Values by name: all that differs between a disk and memory. Reads see whole commits. */
export interface ValueEnvironment {
  /** Returns a copy, undefined when there is none. */
  get(key: string): Uint8Array<ArrayBuffer> | undefined;
  has(key: string): boolean;
  /** Yields the values whose keys begin with a prefix, by key. */
  under(prefix: string): Iterable<readonly [key: string, value: Uint8Array<ArrayBuffer>]>;
  /** Writes all changes or none. Durable when it resolves. */
  commit(changes: ValueChanges): Promise<void>;
  close(): Promise<void>;
}
