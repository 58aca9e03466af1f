/** The part of the WebAssembly interface that is used here; the types of Node 20 do not name it. */
export interface WebAssemblyApi {
  validate(bytes: Uint8Array): boolean;
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (module: WasmModule) => { readonly exports: Readonly<Record<string, unknown>> };
}

/** A compiled module: opaque. */
export type WasmModule = object;

/** A module's memory; its `buffer` is replaced whenever the memory grows. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

export const webAssembly: WebAssemblyApi = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi })
  .WebAssembly;
