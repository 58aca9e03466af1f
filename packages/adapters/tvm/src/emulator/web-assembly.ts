/** The part of the WebAssembly interface that is used here; the types of Node 20 do not name it. */
export interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (module: WasmModule, imports: unknown) => WasmInstance;
}

/** A compiled module: opaque. Can be sent to a worker thread. */
export type WasmModule = object;

export interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

/** A module's memory; its `buffer` is replaced whenever the memory grows. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

export const webAssembly: WebAssemblyApi = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi })
  .WebAssembly;
