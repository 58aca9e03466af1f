import { MessageChannel } from 'node:worker_threads';
import type { GetMethodExecutor, MessageFollower, MessageTarget } from '@tonriver/api-model';
import type { Scope } from '@tonriver/lifecycle';
import { type Logger, type LogLevel, writeLogLine } from '@tonriver/logger';
import type { PendingWriter } from '@tonriver/pending-store';
import { type Health, type Metrics, threadProblemsOf } from '@tonriver/telemetry';
import { createThreadCalls, startThread } from '@tonriver/thread-calls';
import { endOfThread } from './end-of-thread.ts';
import {
  ERROR_CLASSES,
  type GatewayService,
  type GatewaySettings,
  type GatewayThreadData,
  type MainService,
  SERVICES,
} from './gateway-thread.ts';

/** How often the thread is told how the main one is. */
const HEALTH_MS = 500;

/** The API in a thread of its own, so that requests never wait for the loop that indexes. */
export interface GatewayThread {
  /** The store of the pending traces that the API shows. */
  readonly pending: PendingWriter;
  /** Opens the tables and listens. These services of the main thread are called from the other one. */
  start(
    settings: Omit<GatewaySettings, 'takesMessages'>,
    services: {
      readonly executor: GetMethodExecutor;
      readonly follower: MessageFollower;
      /** Takes the messages of callers; absent: they are refused. */
      readonly messages: MessageTarget | undefined;
    },
  ): Promise<{ readonly port: number }>;
  noteWatermark(): void;
}

/** Starts the thread. `/live`, `/ready` and `/metrics` of the API show this thread too. */
export async function startGatewayThread(
  scope: Scope,
  parts: {
    readonly logger: Logger;
    readonly logLevel: LogLevel;
    readonly metrics: Metrics;
    readonly health: Health;
  },
): Promise<GatewayThread> {
  const { logger, logLevel, metrics, health } = parts;
  const { port1: port, port2: portOfThread } = new MessageChannel();
  const worker = startThread(new URL('./thread-main.ts', import.meta.url), {
    workerData: { port: portOfThread, logLevel } satisfies GatewayThreadData,
    transferList: [portOfThread],
  });
  const calls = createThreadCalls({ port, errorClasses: ERROR_CLASSES });
  const { gateway, pending, main, executor, follower, messages } = SERVICES;
  calls.offer(main.name, {
    writeLine: (line) => writeLogLine(logger, line),
    metricValues: () => metrics.values(),
  } satisfies MainService);
  const remote = calls.remote<GatewayService>(gateway.name)(gateway.methods);
  const tell = (call: Promise<void>): void => {
    call.catch((error: unknown) => logger.error('The thread of the API could not be told something', { error }));
  };
  const ended = endOfThread(worker, port);
  ended.catch((error: Error) => {
    calls.end(error);
    logger.error('The thread of the API has ended, and the engine does not survive that: the process ends at once', {
      error,
    });
    // A stop in order would call the engine, which may never return. Rows that were acknowledged survive.
    process.kill(process.pid, 'SIGKILL');
  });
  await scope.start(
    'thread of the API',
    () => setInterval(() => tell(remote.noteHealth(threadProblemsOf(health))), HEALTH_MS),
    (telling) => {
      clearInterval(telling);
      // The thread lives as long as the process, because it has used the engine.
      worker.unref();
      port.unref();
    },
  );
  return {
    pending: calls.remote<PendingWriter>(pending.name)(pending.methods),
    async start(settings, services) {
      calls.offer(executor.name, services.executor);
      calls.offer(follower.name, services.follower);
      if (services.messages !== undefined) calls.offer(messages.name, services.messages);
      tell(remote.noteHealth(threadProblemsOf(health)));
      // A start that fails, or that a stop overtakes, may have opened connections: they are closed before the engine.
      await scope.start(
        'api-gateway',
        () => undefined,
        () => remote.stop(),
      );
      return await remote.start({ ...settings, takesMessages: services.messages !== undefined });
    },
    noteWatermark: () => tell(remote.noteWatermark()),
  };
}
