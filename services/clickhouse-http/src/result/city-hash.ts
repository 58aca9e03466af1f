import { cityHashWasm } from '../generated/city-hash-wasm.ts';

interface CityHashModule {
  readonly memory: { readonly buffer: ArrayBuffer };
  inputStart(): number;
  reserve(length: number): void;
  hash(length: number): void;
  lowHalf(): bigint;
  highHalf(): bigint;
}

// The types of Node 20 do not know WebAssembly.
const { Module, Instance } = (
  globalThis as unknown as {
    readonly WebAssembly: {
      readonly Module: new (bytes: Uint8Array) => object;
      readonly Instance: new (module: object, imports: object) => { readonly exports: object };
    };
  }
).WebAssembly;

let loaded: CityHashModule | undefined;

/** The checksum that ClickHouse puts in front of every compressed block, 16 bytes. */
export function cityHash128(bytes: Uint8Array): Buffer {
  loaded ??= new Instance(new Module(Buffer.from(cityHashWasm, 'base64')), {}).exports as CityHashModule;
  loaded.reserve(bytes.length);
  new Uint8Array(loaded.memory.buffer, loaded.inputStart(), bytes.length).set(bytes);
  loaded.hash(bytes.length);
  const hash = Buffer.alloc(16);
  hash.writeBigUInt64LE(BigInt.asUintN(64, loaded.lowHalf()), 0);
  hash.writeBigUInt64LE(BigInt.asUintN(64, loaded.highHalf()), 8);
  return hash;
}
