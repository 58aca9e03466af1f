import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Logger } from '@tonriver/logger';
import { z } from 'zod';
import { portNotStarted } from './errors.ts';
import { defaultReadOnlyBounds, type ReadOnlyBounds } from './read-only/session-settings.ts';

export interface ReadOnlyPortOptions {
  /** Data directory of the engine that this process has open. */
  readonly path: string;
  readonly database: string;
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly logger: Logger;
  /** What one statement may cost. */
  readonly bounds?: Pick<ReadOnlyBounds, 'executionSecondsMax' | 'memoryBytesMax'>;
  /** Statements that run at once. */
  readonly queriesMax?: number;
}

export interface ReadOnlyPort {
  readonly port: number;
  readonly url: string;
  /** The process that listens. */
  readonly processId: () => number | undefined;
  stop(): Promise<void>;
}

const startMsMax = 120_000;
const stopMsMax = 3000;
/** After an end that nobody asked for the port comes back, not faster than this. */
const restartMs = 1000;

const messageSchema = z.union([
  z.object({ listening: z.object({ port: z.number(), url: z.string() }) }),
  z.object({ failed: z.object({ message: z.string(), code: z.string().optional() }) }),
]);

/**
 * The read-only port in a process of its own: nothing that comes in there, or does not go out, takes time, memory or
 * descriptors of this one. The process is started again when it ends, on the same port.
 *
 * @throws Error as the process reports it; `code` and `port` as of a failed listen
 */
export async function startReadOnlyPort(options: ReadOnlyPortOptions): Promise<ReadOnlyPort> {
  const { logger } = options;
  let isStopped = false;
  let child = startProcess(options, options.port);
  const { port, url } = await listening(child, options.port);
  const watch = async (): Promise<void> => {
    while (!isStopped) {
      await ended(child);
      if (isStopped) return;
      logger.error('The process of the read-only ClickHouse port has ended; it is started again', { port });
      await new Promise((resolve) => setTimeout(resolve, restartMs));
      if (isStopped) return;
      child = startProcess(options, port);
      await listening(child, port).catch((error: unknown) =>
        logger.error('The read-only ClickHouse port did not come back', { error }),
      );
    }
  };
  const watching = watch();
  return {
    port,
    url,
    processId: () => child.pid,
    async stop() {
      isStopped = true;
      const timer = setTimeout(() => child.kill('SIGKILL'), stopMsMax);
      child.kill('SIGTERM');
      await ended(child);
      clearTimeout(timer);
      await watching;
    },
  };
}

function startProcess(options: ReadOnlyPortOptions, port: number): ChildProcess {
  const { path, database, host, queriesMax = 1, bounds = defaultReadOnlyBounds } = options;
  const entry = fileURLToPath(new URL('./port-process-start.mjs', import.meta.url));
  return spawn(process.execPath, ['--max-old-space-size=512', entry], {
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
      NETWORK: 'mainnet',
      TMPDIR: tmpdir(),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function listening(child: ChildProcess, port: number): Promise<{ port: number; url: string }> {
  const timer = setTimeout(() => child.kill('SIGKILL'), startMsMax);
  try {
    const first = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => undefined)]);
    const message =
      first === undefined
        ? { failed: { message: 'its process ended', code: undefined } }
        : messageSchema.parse(first[0]);
    if ('listening' in message) return message.listening;
    const { message: text, code } = message.failed;
    // As the failed listen of this very process would say it: the command line explains that.
    if (code?.startsWith('E') === true) throw Object.assign(new Error(text), { code, port, syscall: 'listen' });
    throw portNotStarted(`The read-only ClickHouse port does not start: ${text}`);
  } finally {
    clearTimeout(timer);
  }
}
