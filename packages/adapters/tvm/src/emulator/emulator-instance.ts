import { createRequire } from 'node:module';
import { TvmError } from '../tvm-error.ts';
import type { EmulatorBuild } from './emulator-build.ts';
import { type WasmInstance, type WasmMemory, type WasmModule, webAssembly } from './web-assembly.ts';

/**
 * The module is linked with a stack of 64 KB that lies above its data: a result with a few hundred nested tuples makes
 * the emulator recurse past it and into its own data, after which nothing in the instance can be trusted. The stack
 * pointer is therefore moved to memory of our own before the first call.
 */
const stackBytes = 16 * 2 ** 20;
const pageBytes = 2 ** 16;
const bytesPerMb = 2 ** 20;

/** The exports that are used, by their names in this very build. */
interface EmulatorExports {
  readonly Da: WasmMemory;
  readonly Fa: (config: number, verbosity: number) => number;
  readonly Ga: (emulator: number) => void;
  readonly Ha: (emulator: number, libraries: number, account: number, message: number, parameters: number) => number;
  readonly Ia: (pointer: number) => void;
  readonly Ka: (parameters: number, stack: number, config: number) => number;
  readonly Na: (bytes: number) => number;
  /** Sets the stack pointer. */
  readonly Ra: (pointer: number) => void;
  /** The stack pointer. */
  readonly Ta: () => number;
}

/** The import that grows the memory, by its name in this build. */
const growMemoryImport = 'fa';

type Glue = (options: {
  readonly instantiateWasm: (
    imports: { readonly a: Record<string, unknown> },
    done: (instance: WasmInstance, module: WasmModule) => void,
  ) => unknown;
  readonly print: (text: string) => void;
  readonly printErr: (text: string) => void;
}) => Promise<unknown>;

/**
 * A call has left the emulator by an exception: C++ or WebAssembly code was cut off in the middle, so nothing in the
 * instance can be trusted any more.
 */
export class EmulatorBroken extends Error {
  constructor(cause: unknown) {
    super('The emulator broke', { cause });
    this.name = 'EmulatorBroken';
  }
}

/** Text that lies in the emulator's memory, ended by a zero byte. */
export interface ResidentText {
  readonly pointer: number;
}

/**
 * One instance of the emulator. Synchronous and for one call at a time. A call either returns the emulator's JSON, or
 * throws `EmulatorBroken`; the instance must then be thrown away, and `isOutOfMemory` says whether that was why.
 */
export interface EmulatorInstance {
  runGetMethod(parameters: Uint8Array, stack: Uint8Array, config: ResidentText): string;
  /** Returns a handle; 0 when the configuration was refused. */
  createEmulator(config: ResidentText): number;
  destroyEmulator(handle: number): void;
  /** `libraries` null leaves what the emulator has. A refusal of the parameters destroys the handle's emulator. */
  emulate(
    handle: number,
    input: {
      readonly libraries: ResidentText | null;
      readonly account: Uint8Array;
      readonly message: Uint8Array;
      readonly parameters: Uint8Array;
    },
  ): string;
  /** Copies ASCII text into the emulator's memory until `forget`. */
  keep(text: Uint8Array): ResidentText;
  forget(text: ResidentText): void;
  readonly isOutOfMemory: boolean;
  readonly memoryBytes: number;
}

/** Starts an instance (some 10 ms, 36 MB). `memoryMbMax` bounds the whole of its memory. */
export async function createEmulatorInstance(
  { module, gluePath }: EmulatorBuild,
  { memoryMbMax }: { readonly memoryMbMax: number },
): Promise<EmulatorInstance> {
  const glue = createRequire(import.meta.url)(gluePath) as Glue;
  const bytesMax = memoryMbMax * bytesPerMb;
  let isOutOfMemory = false;
  let exports: EmulatorExports | undefined;
  await glue({
    instantiateWasm: (imports, done) => {
      const grow = imports.a[growMemoryImport] as (bytes: number) => boolean;
      imports.a[growMemoryImport] = (requested: number): boolean => {
        const isRefused = requested >>> 0 > bytesMax || !grow(requested);
        isOutOfMemory ||= isRefused;
        return !isRefused;
      };
      const instance = new webAssembly.Instance(module, imports);
      exports = instance.exports as unknown as EmulatorExports;
      done(instance, module);
      return exports;
    },
    // Output of the C++ code is dropped; its last message arrives as the thrown error.
    print: () => undefined,
    printErr: () => undefined,
  });
  if (exports === undefined) throw new TvmError('tvm_unknown_build', 'The emulator was not instantiated');
  const heap = createHeap(exports);
  exports.Ra((heap.allocate(stackBytes) + stackBytes) & ~15);
  return createInstance(exports, heap, () => isOutOfMemory);
}

function createInstance(exports: EmulatorExports, heap: Heap, isOutOfMemory: () => boolean): EmulatorInstance {
  const areas = [heap.area(), heap.area(), heap.area()] as const;
  const stackTop = exports.Ta();
  const guarded = <Result>(work: () => Result): Result => {
    try {
      const result = work();
      if (exports.Ta() === stackTop) return result;
    } catch (error) {
      throw new EmulatorBroken(error);
    }
    throw new EmulatorBroken('The emulator did not restore its stack');
  };
  const answer = (call: () => number): string =>
    guarded(() => {
      const pointer = call();
      const text = heap.read(pointer);
      exports.Ia(pointer);
      return text;
    });
  return {
    runGetMethod: (parameters, stack, config) =>
      answer(() => exports.Ka(areas[0].write(parameters), areas[1].write(stack), config.pointer)),
    createEmulator: (config) => guarded(() => exports.Fa(config.pointer, 0)),
    destroyEmulator: (handle) => guarded(() => exports.Ga(handle)),
    emulate: (handle, { libraries, account, message, parameters }) =>
      answer(() => {
        const [first, second, third] = areas;
        const texts = [first.write(account), second.write(message), third.write(parameters)] as const;
        return exports.Ha(handle, libraries?.pointer ?? 0, ...texts);
      }),
    keep: (text) => guarded(() => ({ pointer: heap.writeNew(text) })),
    forget: ({ pointer }) => guarded(() => exports.Ia(pointer)),
    get isOutOfMemory() {
      return isOutOfMemory();
    },
    get memoryBytes() {
      return exports.Da.buffer.byteLength;
    },
  };
}

interface Area {
  write(text: Uint8Array): number;
}

interface Heap {
  allocate(bytes: number): number;
  writeNew(text: Uint8Array): number;
  /** Memory for one text that the next text takes again; grows with the longest. */
  area(): Area;
  read(pointer: number): string;
}

function createHeap(exports: EmulatorExports): Heap {
  // The memory's buffer is another one after every growth.
  let bytes = Buffer.from(exports.Da.buffer);
  const memory = (): Buffer => {
    if (bytes.buffer !== exports.Da.buffer) bytes = Buffer.from(exports.Da.buffer);
    return bytes;
  };
  const allocate = (size: number): number => {
    const pointer = exports.Na(size);
    if (pointer !== 0) return pointer >>> 0;
    throw new RangeError(`The emulator has no room for ${size} bytes`);
  };
  const put = (text: Uint8Array, pointer: number): number => {
    memory().set(text, pointer);
    memory()[pointer + text.length] = 0;
    return pointer;
  };
  return {
    allocate,
    writeNew: (text) => put(text, allocate(text.length + 1)),
    area: () => {
      let pointer = 0;
      let size = 0;
      return {
        write: (text) => {
          if (text.length >= size) {
            if (pointer !== 0) exports.Ia(pointer);
            size = Math.ceil((text.length + 1) / pageBytes) * pageBytes;
            pointer = allocate(size);
          }
          return put(text, pointer);
        },
      };
    },
    read: (pointer) => memory().toString('utf8', pointer >>> 0, memory().indexOf(0, pointer >>> 0)),
  };
}
