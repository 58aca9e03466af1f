import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { errorMessage } from '@tonriver/errors';
import type { Logger } from '@tonriver/logger';
import { z } from 'zod';
import { portNotStarted } from './errors.ts';
import { defaultReadOnlyBounds, type ReadOnlyBounds } from './read-only/session-settings.ts';

export interface ReadOnlyPortOptions {
  /** Data directory of the engine; this process has it open. */
  readonly path: string;
  readonly database: string;
  /** The name of the network whose blocks are in the tables. */
  readonly network: string;
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly logger: Logger;
  /** Limits for one statement. */
  readonly bounds?: Pick<ReadOnlyBounds, 'executionSecondsMax' | 'memoryBytesMax'>;
  /** Statements that run at once. */
  readonly queriesMax?: number;
  /** Called with true when the port listens, and with false when its process has ended. */
  readonly onListening?: (isListening: boolean) => void;
}

export interface ReadOnlyPort {
  readonly port: number;
  readonly url: string;
  /** The pid of the process that listens. */
  readonly processId: () => number | undefined;
  stop(): Promise<void>;
}

const startMsMax = 120_000;
const stopMsMax = 3000;
/** Pause before the process is started again after an unexpected end. */
const restartMsMin = 1000;
/** Each failed attempt doubles the pause, up to this. */
const restartMsMax = 60_000;

const messageSchema = z.union([
  z.object({ listening: z.object({ port: z.number(), url: z.string() }) }),
  z.object({ failed: z.object({ message: z.string(), code: z.string().optional() }) }),
]);

/**
 * The read-only port in its own process, so that its clients take no time, memory or file descriptors of this process.
 * When that process ends, it is started again on the same port, with growing pauses.
 *
 * @throws Error as the process reports it; with `code` and `port` if it could not listen
 */
export async function startReadOnlyPort(options: ReadOnlyPortOptions): Promise<ReadOnlyPort> {
  let child = startProcess(options, options.port);
  const { port, url } = await listening(child, options.port);
  const stopping = new AbortController();
  options.onListening?.(true);
  const watch = async (): Promise<void> => {
    const report = reporter(options.logger, port);
    let pauseMs = restartMsMin;
    let isListening = true;
    while (!stopping.signal.aborted) {
      const startedMs = performance.now();
      await ended(child);
      if (isListening) options.onListening?.(false);
      isListening = false;
      if (stopping.signal.aborted) return;
      report.lost();
      // After a long run the end has a new cause, so the pauses begin anew.
      if (performance.now() - startedMs > restartMsMax) pauseMs = restartMsMin;
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      pauseMs = Math.min(restartMsMax, pauseMs * 2);
      try {
        child = startProcess(options, port);
        await listening(child, port);
        isListening = true;
        options.onListening?.(true);
        report.isBack();
      } catch (error) {
        report.failed(error);
      }
    }
  };
  const watching = watch();
  return {
    port,
    url,
    processId: () => child.pid,
    async stop() {
      stopping.abort();
      await endProcess(child);
      await watching;
      // A process may have been started just when the stop began.
      await endProcess(child);
    },
  };
}

/** Logs only changes: a port that stays unreachable is logged once, and again when the reason changes. */
function reporter(logger: Logger, port: number) {
  let reason: string | undefined;
  let isAway = false;
  return {
    lost() {
      if (!isAway)
        logger.error('The process of the read-only ClickHouse port has ended; it is started again', { port });
      isAway = true;
    },
    failed(error: unknown) {
      if (errorMessage(error) === reason) return;
      reason = errorMessage(error);
      logger.error(
        'The read-only ClickHouse port cannot be started again; the pause between attempts grows to a minute',
        {
          port,
          error,
        },
      );
    },
    isBack() {
      logger.info('The read-only ClickHouse port is back', { port });
      isAway = false;
      reason = undefined;
    },
  };
}

async function endProcess(child: ChildProcess): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMsMax);
  child.kill('SIGTERM');
  await ended(child);
  clearTimeout(timer);
}

/** @throws Error when the machine has no room for another process */
function startProcess(options: ReadOnlyPortOptions, port: number): ChildProcess {
  const { path, database, network, host, queriesMax = 1, bounds = defaultReadOnlyBounds } = options;
  const entry = fileURLToPath(new URL('./port-process-start.mjs', import.meta.url));
  const child = spawn(process.execPath, ['--max-old-space-size=512', entry], {
    env: {
      TZ: 'UTC',
      CLICKHOUSE_DIRECTORY: path,
      CLICKHOUSE_DATABASE: database,
      CLICKHOUSE_HTTP_HOST: host,
      CLICKHOUSE_HTTP_PORT: String(port),
      CLICKHOUSE_HTTP_MODE: 'read-only',
      STATEMENT_SECONDS_MAX: String(bounds.executionSecondsMax),
      STATEMENT_MEMORY_BYTES_MAX: String(bounds.memoryBytesMax),
      QUERIES_MAX: String(queriesMax),
      LOG_LEVEL: 'warn',
      SHUTDOWN_GRACE_MS: String(stopMsMax),
      NETWORK: network,
      TMPDIR: tmpdir(),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Ctrl-C is sent to all processes of a terminal's group. This one ends on a signal from us, or when its channel
    // breaks.
    detached: true,
  });
  // A process that cannot be started emits no `exit` and has no pid.
  child.on('error', () => undefined);
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  await once(child, 'exit');
}

async function listening(child: ChildProcess, port: number): Promise<{ port: number; url: string }> {
  const timer = setTimeout(() => child.kill('SIGKILL'), startMsMax);
  try {
    const first = await Promise.race([once(child, 'message'), ended(child).then(() => undefined)]);
    const message =
      first === undefined
        ? { failed: { message: 'its process ended', code: undefined } }
        : messageSchema.parse(first[0]);
    if ('listening' in message) return message.listening;
    const { message: text, code } = message.failed;
    // In the form of a failed listen of this process, which the command line explains to the user.
    if (code?.startsWith('E') === true) throw Object.assign(new Error(text), { code, port, syscall: 'listen' });
    throw portNotStarted(`The read-only ClickHouse port does not start: ${text}`);
  } finally {
    clearTimeout(timer);
  }
}
