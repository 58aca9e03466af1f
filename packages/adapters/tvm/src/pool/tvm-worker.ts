import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import { errorMessage } from '@tonriver/errors';
import { startThread } from '@tonriver/thread-calls';
import type { EmulationCall, EmulationResult } from '../emulation.ts';
import type { TvmEnvironment } from '../environment.ts';
import type { GetMethodResult } from '../get-method.ts';
import type { EncodedCall } from '../run/get-method-run.ts';
import { TvmError } from '../tvm-error.ts';
import { createSentContents } from './sent-contents.ts';
import { processorTimeMs } from './system-thread.ts';
import type {
  WorkerAnswer,
  WorkerCall,
  WorkerData,
  WorkerFailure,
  WorkerRequest,
  WorkerStart,
} from './worker-messages.ts';

/** Environments and library sets that a worker keeps. */
const environmentsMax = 16;
const librarySetsMax = 4;
/** Heap of JavaScript in a worker: bags that are read, results that are written. The TVM's memory is not in it. */
const heapMb = { old: 512, young: 32 } as const;
/** The emulator recurses over nested values on this stack too. */
const stackMb = 32;

/** A call with its environment, as it waits in the queue. */
export type PooledCall =
  | { readonly kind: 'get_method'; readonly call: EncodedCall }
  | { readonly kind: 'emulation'; readonly call: EmulationCall };

/** One thread. For one call at a time. */
export interface TvmWorker {
  /** Settles when the thread can take calls; rejects when it ended before. */
  readonly ready: Promise<void>;
  /** Settles when the thread has ended, for any reason. */
  readonly ended: Promise<void>;
  /** Rejects with `TvmError`: `tvm_worker_lost` and `tvm_out_of_memory` also say that the thread is gone. */
  run(call: PooledCall): Promise<GetMethodResult | EmulationResult>;
  /** Takes an answer that has come already and waits for its turn in the event loop. */
  collect(): void;
  readonly callsRepeated: number;
  /** Time of a processor that the thread has had, in ms; undefined where the system does not tell. */
  processorTimeMs(): number | undefined;
  /** True as soon as the thread takes no more calls. */
  readonly hasEnded: boolean;
  terminate(): Promise<void>;
}

/** Gives each library array a number, so that the same object is sent only once to each worker. */
export type LibraryIds = (librariesBoc: Uint8Array) => number;

export function startTvmWorker(start: WorkerStart, libraryIds: LibraryIds): TvmWorker {
  const { port1: port, port2: portOfThread } = new MessageChannel();
  const worker = startWorkerThread(start, portOfThread);
  const environments = createSentContents<string>(environmentsMax);
  const librarySets = createSentContents<number>(librarySetsMax);
  let callsRepeated = 0;
  let threadId: number | undefined;
  let pending: {
    resolve: (result: GetMethodResult | EmulationResult) => void;
    reject: (error: unknown) => void;
  } | null = null;
  let fail: (error: unknown) => void = () => undefined;
  let take: (answer: WorkerAnswer) => void = () => undefined;
  const ready = new Promise<void>((resolve, reject) => {
    fail = reject;
    take = (answer) => {
      if (answer.kind === 'ready') {
        threadId = answer.systemThreadId;
        return resolve();
      }
      callsRepeated = answer.callsRepeated;
      const call = pending;
      pending = null;
      if (answer.kind === 'result') call?.resolve(answer.result);
      else call?.reject(errorOf(answer.failure));
    };
  });
  port.on('message', take);
  // The thread itself keeps the process going.
  port.unref();
  // Callers that wait for readiness get the error there. A spare thread may have no such caller.
  ready.catch(() => undefined);
  let reason: unknown;
  let hasEnded = false;
  worker.on('error', (error: unknown) => void (reason = error));
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      hasEnded = true;
      port.close();
      const error = lossOf(reason);
      pending?.reject(error);
      pending = null;
      fail(error);
      resolve();
    });
  });
  return {
    ready,
    ended,
    run: (call) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject };
        port.postMessage(requestOf(call, { environments, librarySets, libraryIds }));
      }),
    collect() {
      if (pending === null || hasEnded) return;
      const received = receiveMessageOnPort(port) as { readonly message: WorkerAnswer } | undefined;
      if (received !== undefined) take(received.message);
    },
    get callsRepeated() {
      return callsRepeated;
    },
    processorTimeMs: () => (threadId === undefined ? undefined : processorTimeMs(threadId)),
    get hasEnded() {
      return hasEnded;
    },
    terminate: async () => {
      hasEnded = true;
      await worker.terminate();
    },
  };
}

function startWorkerThread(start: WorkerStart, port: MessagePort): Worker {
  return startThread(new URL('./worker-main.ts', import.meta.url), {
    workerData: { ...start, port } satisfies WorkerData,
    transferList: [port],
    resourceLimits: {
      maxOldGenerationSizeMb: heapMb.old,
      maxYoungGenerationSizeMb: heapMb.young,
      stackSizeMb: stackMb,
    },
    // Nothing of the environment is for the emulator.
    env: {},
  });
}

interface Sent {
  readonly environments: ReturnType<typeof createSentContents<string>>;
  readonly librarySets: ReturnType<typeof createSentContents<number>>;
  readonly libraryIds: LibraryIds;
}

function requestOf(pooled: PooledCall, { environments, librarySets, libraryIds }: Sent): WorkerRequest {
  const { environment, librariesBoc } = pooled.call;
  const environmentUse = environments.use(environment.key);
  const librariesId = librariesBoc === null ? null : libraryIds(librariesBoc);
  const librariesUse = librariesId === null ? { isNew: false, forget: [] } : librarySets.use(librariesId);
  return {
    ...withoutContents(pooled),
    environmentKey: environment.key,
    ...(environmentUse.isNew ? { environment: ownEnvironment(environment) } : {}),
    librariesId,
    ...(librariesUse.isNew && librariesBoc !== null ? { libraries: own(librariesBoc) } : {}),
    forget: { environments: environmentUse.forget, libraries: librariesUse.forget },
  };
}

function withoutContents(pooled: PooledCall): WorkerCall {
  if (pooled.kind === 'get_method') {
    const { environment: _environment, librariesBoc: _libraries, ...call } = pooled.call;
    const { codeBoc, dataBoc, argumentsBoc, randomSeed, address } = call;
    const bags = { codeBoc: own(codeBoc), dataBoc: own(dataBoc), argumentsBoc: own(argumentsBoc) };
    const copies = { ...bags, randomSeed: own(randomSeed) };
    return {
      kind: pooled.kind,
      call: { ...call, ...copies, address: { workchain: address.workchain, hash: own(address.hash) } },
    };
  }
  const { environment: _environment, librariesBoc: _libraries, ...call } = pooled.call;
  const { cause, randomSeed, shardAccountBoc } = call;
  return {
    kind: pooled.kind,
    call: {
      ...call,
      shardAccountBoc: own(shardAccountBoc),
      randomSeed: randomSeed === null ? null : own(randomSeed),
      cause: cause.kind === 'message' ? { kind: 'message', messageBoc: own(cause.messageBoc) } : cause,
    },
  };
}

function ownEnvironment(environment: TvmEnvironment): TvmEnvironment {
  const { configBoc, previousBlocksBoc } = environment;
  return {
    ...environment,
    configBoc: own(configBoc),
    previousBlocksBoc: previousBlocksBoc === null ? null : own(previousBlocksBoc),
  };
}

/** Bytes with a buffer of their own: of a view, the whole buffer behind it would be copied to the other thread. */
function own(bytes: Uint8Array): Uint8Array {
  const isWhole = bytes.byteLength === bytes.buffer.byteLength && !Buffer.isBuffer(bytes);
  return isWhole ? bytes : new Uint8Array(bytes);
}

function errorOf({ code, message, fields, isRetryable, causeText }: WorkerFailure): Error {
  const cause = causeText === null ? undefined : new Error(causeText);
  if (code !== null) return new TvmError(code, message, fields, { cause, isRetryable });
  return new Error(`A worker of the TVM failed: ${message}`, { cause });
}

function lossOf(reason: unknown): TvmError {
  const isOutOfMemory = (reason as { readonly code?: unknown } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (isOutOfMemory) return new TvmError('tvm_out_of_memory', 'The call needs too much memory', {}, { cause: reason });
  const fields = reason === undefined ? {} : { reason: errorMessage(reason) };
  return new TvmError('tvm_worker_lost', 'The worker of the call ended', fields, { cause: reason, isRetryable: true });
}
