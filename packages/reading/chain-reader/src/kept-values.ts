/** How values of one kind are written as bytes and read again. `decode` throws for bytes that are not such a value. */
interface KeptFormat<Value> {
  readonly encode: (value: Value) => Uint8Array;
  readonly decode: (bytes: Uint8Array) => Value;
}

/** Values of one kind that outlive a request, in this process or beside it. Losing them costs time and nothing else. */
interface KeptValues<Value> {
  /** In the order of the keys; undefined for those that are not kept, or cannot be read. */
  getMany(keys: readonly string[]): Promise<readonly (Value | undefined)[]>;
  /** Writes in the background, and never throws. */
  keep(values: readonly { readonly key: string; readonly value: Value }[]): void;
}

/** Opens kept values of one kind. `createDecodedCache` of `cache` gives them. */
export type OpenKeptValues = <Value>(options: {
  readonly format: KeptFormat<Value>;
  /** After this time a value is not kept any more. */
  readonly ttlMs: number;
}) => KeptValues<Value>;
