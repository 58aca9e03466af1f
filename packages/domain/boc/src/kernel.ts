import { kernelWasm } from './generated/kernel-wasm.ts';
import { isLittleEndian } from './little-endian.ts';
import { type WasmMemory, type WasmModule, webAssembly } from './web-assembly.ts';

/** The module compiled from `assembly/`; addresses are bytes in its memory. */
export interface Kernel {
  readonly memory: WasmMemory;
  buildChecksumTables(): void;
  /** Address of the input of `addToChecksum`, and its largest length. */
  checksumInput(): number;
  checksumInputLength(): number;
  /** The register of the checksum after so many bytes of input. */
  addToChecksum(register: number, length: number): number;
  /** The first address that the caller may use. */
  freeMemoryStart(): number;
  /** Sets the place of the table that the other functions use. Its layout is `tableLayout`. */
  placeTable(start: number, byteLength: number, cellCount: number): void;
  /** How many hashes all cells have together; 0 when something is wrong. Offsets are counted from the bag's start. */
  scanCells(
    dataStart: number,
    dataEnd: number,
    refSize: number,
    indexStart: number,
    offsetSize: number,
    hasCacheBits: boolean,
  ): number;
  /** 0 when something is wrong. */
  linkCells(depthMax: number): number;
  /** `hashes` is the address of hash number 0; `scratch` is described in `assembly/cell-hashes.ts`. */
  hashCells(cells: number, count: number, hashes: number, scratch: number): void;
}

const pageBytes = 65_536;

/** A larger memory is not kept for the next bag. */
const keptBytesMax = 64 * 2 ** 20;

/** Bags that would need more are read and hashed without the kernel. */
const kernelBytesMax = 2 ** 30;

const wasm = Buffer.from(kernelWasm, 'base64');
/** The words of the module's memory are little-endian; elsewhere, and without SIMD, the kernel is not used. */
const isUsable = isLittleEndian && webAssembly.validate(wasm);

let compiled: WasmModule | undefined;
let kept: Kernel | undefined;
/** Which table lies where the memory for the caller begins; 0: none that is known. */
let heldTable = 0;

/**
 * Returns the kernel with this many bytes of memory for the caller; `undefined` where it cannot run or has not enough
 * memory. The content of the memory is undefined, except for a table that `holdTable` keeps: a bag is mostly hashed
 * right after it was read, and is then not copied again.
 */
export function borrowKernel(byteLength: number): Kernel | undefined {
  if (!isUsable) return undefined;
  if (kept === undefined) heldTable = 0;
  const kernel = kept ?? instantiate();
  const end = kernel.freeMemoryStart() + byteLength;
  if (end > kernelBytesMax) return undefined;
  const missing = end - kernel.memory.buffer.byteLength;
  if (missing > 0 && !grow(kernel.memory, missing)) return undefined;
  kept = end > keptBytesMax ? undefined : kernel;
  return kernel;
}

/** Remembers that a table (its `serial`; 0 for none) lies at the start of the kernel's memory. */
export function holdTable(serial: number): void {
  heldTable = serial;
}

/** Tells whether the table is at the start of the kernel's memory. To be called after `borrowKernel`. */
export function isTableHeld(serial: number): boolean {
  return heldTable === serial;
}

function instantiate(): Kernel {
  compiled ??= new webAssembly.Module(wasm);
  const kernel = new webAssembly.Instance(compiled).exports as unknown as Kernel;
  kernel.buildChecksumTables();
  return kernel;
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
