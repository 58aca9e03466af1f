import type { Response } from 'express';
import type { Dialect } from '../dialects/dialect.ts';
import type { WorkContext } from '../endpoints/endpoint-definition.ts';
import { callerSignal } from './caller-signal.ts';
import type { RouteDependencies } from './route-dependencies.ts';

/** Returns what a request needs whose answer is made anew. */
export function workContextOf(
  { slicedWork, executor, messages, watermark, requestTimeoutMs, getMethodTimeoutMs }: RouteDependencies,
  dialect: Dialect,
  response: Response,
): WorkContext {
  return {
    dialect,
    slicedWork,
    executor,
    messages,
    watermark,
    requestTimeoutMs,
    getMethodTimeoutMs,
    signalFor: (timeoutMs) => callerSignal(response, timeoutMs),
  };
}
