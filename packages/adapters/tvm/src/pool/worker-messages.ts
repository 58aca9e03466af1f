import type { MessagePort } from 'node:worker_threads';
import type { ErrorFields } from '@tonriver/errors';
import type { EmulationCall, EmulationResult } from '../emulation.ts';
import type { EmulatorBuild } from '../emulator/emulator-build.ts';
import type { TvmEnvironment } from '../environment.ts';
import type { GetMethodResult } from '../get-method.ts';
import type { EncodedCall } from '../run/get-method-run.ts';
import type { TvmErrorCode } from '../tvm-error.ts';

/** Data that a worker gets when it is started. */
export interface WorkerStart {
  readonly build: EmulatorBuild;
  readonly memoryMbMax: number;
  readonly niceness: number;
}

/** The same, and the port over which its calls come. */
export interface WorkerData extends WorkerStart {
  readonly port: MessagePort;
}

/** A call without what the worker has already. */
export type WorkerCall =
  | { readonly kind: 'get_method'; readonly call: Omit<EncodedCall, 'environment' | 'librariesBoc'> }
  | { readonly kind: 'emulation'; readonly call: Omit<EmulationCall, 'environment' | 'librariesBoc'> };

/** Environments and libraries are sent once and then named; `forget` keeps both sides' tables equal. */
export type WorkerRequest = WorkerCall & {
  readonly environmentKey: string;
  readonly environment?: TvmEnvironment;
  readonly librariesId: number | null;
  readonly libraries?: Uint8Array;
  readonly forget: { readonly environments: readonly string[]; readonly libraries: readonly number[] };
};

export interface WorkerFailure {
  /** Null for an error of no known kind: a mistake in the worker. */
  readonly code: TvmErrorCode | null;
  readonly message: string;
  readonly fields: ErrorFields;
  readonly isRetryable: boolean;
  readonly causeText: string | null;
}

export type WorkerAnswer =
  /** `systemThreadId`: the number that the system gave to the thread, where it tells. */
  | { readonly kind: 'ready'; readonly systemThreadId: number | undefined }
  | { readonly kind: 'result'; readonly result: GetMethodResult | EmulationResult; readonly callsRepeated: number }
  | { readonly kind: 'failure'; readonly failure: WorkerFailure; readonly callsRepeated: number };
