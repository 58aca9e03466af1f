import { depthBytes, hashBytes } from './cell-limits.ts';
import { cellHashesWasm } from './generated/cell-hashes-wasm.ts';
import { isLittleEndian } from './little-endian.ts';
import { type WasmMemory, type WasmModule, webAssembly } from './web-assembly.ts';

/** 32-bit words of one record, the description of one digest; `assembly/cell-hashes.ts` says what they mean. */
export const recordWords = 8;

/** Records that one call of the module takes. */
const recordsMax = 4096;

const pageBytes = 65_536;

/** A larger memory is not kept for the next bag. */
const keptBytesMax = 64 * 2 ** 20;

/** Bags that would need more are hashed cell by cell. */
const kernelBytesMax = 2 ** 30;

interface KernelExports {
  readonly memory: WasmMemory;
  freeMemoryStart(): number;
  digest(records: number, count: number, blocks: number, hashes: number, depths: number): void;
}

/** What the kernel works on: bytes with the cells' data, hashes and depths by number. */
export interface KernelInput {
  readonly bytes: Uint8Array;
  readonly hashes: Uint8Array;
  readonly depths: Uint16Array;
}

/** One job in the module's memory: records are collected, and run as soon as there are enough of one length. */
export interface KernelJob {
  /** Address of a byte of the input's `bytes`. */
  readonly bytesAddress: number;
  /** Address of the table of hashes. */
  readonly hashesAddress: number;
  /** The records, `recordWords` each, room for `recordsMax`. */
  readonly records: Uint32Array;
  readonly recordsMax: number;
  /** Computes the first `count` records, which all have `blocks` blocks. */
  run(count: number, blocks: number): void;
  /** Copies the hashes back. */
  finish(): void;
}

const wasm = Buffer.from(cellHashesWasm, 'base64');
/** The words of the module's memory are little-endian; elsewhere, and without SIMD, the kernel is not used. */
const isUsable = isLittleEndian && webAssembly.validate(wasm);

let compiled: WasmModule | undefined;
let kept: KernelExports | undefined;

/** Starts a job of the batch kernel; `undefined` where it cannot run or the input is too large for it. */
export function startKernelJob(input: KernelInput): KernelJob | undefined {
  if (!isUsable) return undefined;
  const kernel = kept ?? instantiate();
  const recordsAddress = kernel.freeMemoryStart();
  const hashesAddress = recordsAddress + recordsMax * recordWords * 4;
  const depthsAddress = hashesAddress + input.hashes.length;
  const bytesAddress = aligned(depthsAddress + input.depths.length * depthBytes);
  const end = bytesAddress + input.bytes.length;
  if (end > kernelBytesMax) return undefined;
  const missing = end - kernel.memory.buffer.byteLength;
  if (missing > 0 && !grow(kernel.memory, missing)) return undefined;
  kept = end > keptBytesMax ? undefined : kernel;

  const { buffer } = kernel.memory;
  const hashes = new Uint8Array(buffer, hashesAddress, input.hashes.length);
  hashes.set(input.hashes);
  new Uint16Array(buffer, depthsAddress, input.depths.length).set(input.depths);
  new Uint8Array(buffer, bytesAddress, input.bytes.length).set(input.bytes);
  return {
    bytesAddress,
    hashesAddress,
    records: new Uint32Array(buffer, recordsAddress, recordsMax * recordWords),
    recordsMax,
    run: (count, blocks) => kernel.digest(recordsAddress, count, blocks, hashesAddress, depthsAddress),
    finish: () => input.hashes.set(hashes),
  };
}

function instantiate(): KernelExports {
  compiled ??= new webAssembly.Module(wasm);
  return new webAssembly.Instance(compiled).exports as unknown as KernelExports;
}

/** False when the system has no more memory for the module. */
function grow(memory: WasmMemory, byteLength: number): boolean {
  try {
    memory.grow(Math.ceil(byteLength / pageBytes));
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function aligned(address: number): number {
  return Math.ceil(address / hashBytes) * hashBytes;
}
