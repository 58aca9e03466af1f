import type { Response } from 'express';
import type { Dialect } from '../dialects/dialect.ts';
import type { WorkContext } from '../endpoints/endpoint-definition.ts';
import { callerSignal } from './caller-signal.ts';
import { required } from './find-answer.ts';
import type { RouteDependencies } from './route-dependencies.ts';

/** Returns what a request needs whose answer is made anew. */
export function workContextOf(dependencies: RouteDependencies, dialect: Dialect, response: Response): WorkContext {
  const { slicedWork, executor, messages, follower, watermark, requestTimeoutMs, getMethodTimeoutMs } = dependencies;
  const { reader, isTestnet } = dependencies;
  return {
    dialect,
    slicedWork,
    executor,
    messages,
    follower,
    watermark,
    requestTimeoutMs,
    getMethodTimeoutMs,
    reading: async () => ({ reader, isTestnet, visibility: required(await watermark.forRequest()) }),
    headerOf: (name) => response.req.get(name),
    signalFor: (timeoutMs) => callerSignal(response, timeoutMs),
  };
}
