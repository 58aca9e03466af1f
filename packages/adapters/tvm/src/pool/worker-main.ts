import { workerData } from 'node:worker_threads';
import { errorMessage } from '@tonriver/errors';
import type { EmulationResult } from '../emulation.ts';
import type { TvmEnvironment } from '../environment.ts';
import type { GetMethodResult } from '../get-method.ts';
import { createTvmRunner } from '../run/tvm-runner.ts';
import { TvmError } from '../tvm-error.ts';
import { lowerPriority } from './lower-priority.ts';
import { systemThreadId } from './system-thread.ts';
import type { WorkerAnswer, WorkerFailure, WorkerRequest, WorkerData } from './worker-messages.ts';

// One thread of the pool: answers one request after the other.
const { build, memoryMbMax, niceness, port } = workerData as WorkerData;
lowerPriority(niceness);

const environments = new Map<string, TvmEnvironment>();
const libraries = new Map<number, Uint8Array>();
const runner = await createTvmRunner(build, { memoryMbMax });

port.on('message', (request: WorkerRequest) => {
  void answerTo(request).then((answer) => port.postMessage(answer));
});
port.postMessage({ kind: 'ready', systemThreadId: systemThreadId() } satisfies WorkerAnswer);

async function answerTo(request: WorkerRequest): Promise<WorkerAnswer> {
  try {
    const result = await run(request);
    return { kind: 'result', result, callsRepeated: runner.callsRepeated };
  } catch (error) {
    return { kind: 'failure', failure: failureOf(error), callsRepeated: runner.callsRepeated };
  }
}

async function run(request: WorkerRequest): Promise<GetMethodResult | EmulationResult> {
  for (const key of request.forget.environments) environments.delete(key);
  for (const id of request.forget.libraries) libraries.delete(id);
  if (request.environment !== undefined) environments.set(request.environmentKey, request.environment);
  if (request.libraries !== undefined && request.librariesId !== null) {
    libraries.set(request.librariesId, request.libraries);
  }
  const environment = environments.get(request.environmentKey);
  const librariesBoc = request.librariesId === null ? null : libraries.get(request.librariesId);
  if (environment === undefined || librariesBoc === undefined) throw new Error('A request names what was never sent');
  return request.kind === 'get_method'
    ? runner.runGetMethod({ ...request.call, environment, librariesBoc })
    : runner.emulateTransaction({ ...request.call, environment, librariesBoc });
}

function failureOf(error: unknown): WorkerFailure {
  const isKnown = error instanceof TvmError;
  return {
    code: isKnown ? error.code : null,
    message: error instanceof Error ? error.message : String(error),
    fields: isKnown ? error.fields : {},
    isRetryable: isKnown && error.isRetryable,
    causeText: error instanceof Error && error.cause !== undefined ? errorMessage(error.cause) : null,
  };
}
