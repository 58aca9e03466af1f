import type { EmulatorBuild } from '../emulator/emulator-build.ts';
import { createEmulatorInstance, EmulatorBroken, type EmulatorInstance } from '../emulator/emulator-instance.ts';
import type { EmulationCall, EmulationResult } from '../emulation.ts';
import type { GetMethodResult } from '../get-method.ts';
import { TvmError } from '../tvm-error.ts';
import { createEmulationRun } from './emulation-run.ts';
import { createGetMethodRun, type EncodedCall, type RunDependencies } from './get-method-run.ts';
import { createEnvironments } from './prepared-environment.ts';
import { createLibrarySets } from './library-sets.ts';
import { createResidentTexts, type ResidentTexts } from './resident-texts.ts';

/** Runs calls one after the other in the calling thread, as each worker of the pool does. */
export interface TvmRunner {
  runGetMethod(call: EncodedCall): Promise<GetMethodResult>;
  emulateTransaction(call: EmulationCall): Promise<EmulationResult>;
  /** Calls that were repeated because their instance had broken. */
  readonly callsRepeated: number;
}

/** An instance, with what it keeps in its memory. */
export interface RunningInstance {
  readonly emulator: EmulatorInstance;
  readonly texts: ResidentTexts;
  /** Everything else that was made in this instance and ends with it. */
  readonly emulators: Map<string, KeptEmulator>;
}

/** An emulator of transactions, which keeps its configuration, libraries and previous blocks between calls. */
export interface KeptEmulator {
  readonly handle: number;
  previousBlocks: string;
}

/** An instance that has grown beyond this share of its memory is replaced between calls, before it fails one. */
const memoryShareMax = 0.5;

export async function createTvmRunner(
  build: EmulatorBuild,
  options: { readonly memoryMbMax: number; readonly plan?: RunDependencies['plan'] },
): Promise<TvmRunner> {
  const start = async (): Promise<RunningInstance> => {
    const emulator = await createEmulatorInstance(build, options);
    return { emulator, texts: createResidentTexts(emulator), emulators: new Map() };
  };
  const environments = createEnvironments();
  const librarySets = createLibrarySets();
  const runGetMethod = createGetMethodRun({
    environments,
    librarySets,
    ...(options.plan === undefined ? {} : { plan: options.plan }),
  });
  const emulateTransaction = createEmulationRun({ environments, librarySets });
  let instance: RunningInstance | null = await start();
  let callsRepeated = 0;

  const attempt = async <Result>(work: (running: RunningInstance) => Result): Promise<Result | Broken> => {
    const running = (instance ??= await start());
    try {
      const result = work(running);
      if (running.emulator.memoryBytes > options.memoryMbMax * 2 ** 20 * memoryShareMax) instance = null;
      return result;
    } catch (error) {
      if (!(error instanceof EmulatorBroken)) throw error;
      instance = null;
      return new Broken(error.cause, running.emulator.isOutOfMemory);
    }
  };
  const run = async <Result>(work: (running: RunningInstance) => Result): Promise<Result> => {
    const first = await attempt(work);
    if (!(first instanceof Broken)) return first;
    callsRepeated++;
    const second = await attempt(work);
    if (!(second instanceof Broken)) return second;
    throw second.error();
  };
  return {
    runGetMethod: (call) => run((running) => runGetMethod(running, call)),
    emulateTransaction: (call) => run((running) => emulateTransaction(running, call)),
    get callsRepeated() {
      return callsRepeated;
    },
  };
}

/** How a call left its instance. */
class Broken {
  readonly #cause: unknown;
  readonly #isOutOfMemory: boolean;

  constructor(cause: unknown, isOutOfMemory: boolean) {
    this.#cause = cause;
    this.#isOutOfMemory = isOutOfMemory;
  }

  error(): TvmError {
    const options = { cause: this.#cause };
    if (this.#isOutOfMemory) return new TvmError('tvm_out_of_memory', 'The call needs too much memory', {}, options);
    // The engine's own stack has ended: the emulator recurses over tuples and cells.
    if (this.#cause instanceof RangeError) {
      return new TvmError(
        'tvm_stack_too_deep',
        'The call nests values deeper than the emulator can follow',
        {},
        options,
      );
    }
    return new TvmError('tvm_worker_lost', 'The emulator broke twice over this call', {}, options);
  }
}
