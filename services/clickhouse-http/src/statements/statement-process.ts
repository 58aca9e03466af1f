import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from '@tonriver/logger';
import {
  clientLeft,
  ClickHouseHttpError,
  StatementFailedError,
  statementBrokenOff,
  statementTookTooLong,
} from '../errors.ts';
import type { ReadOnlyBounds } from '../read-only/session-settings.ts';
import { type Frame, readFrames, writeFrame } from './frames.ts';
import type { Answer, AnswerPiece, Statement } from './statement.ts';
import { noCounts } from './statement.ts';
import {
  countsSchema,
  failedSchema,
  headSchema,
  readySchema,
  statementMessage,
  type StatementProcessOptions,
} from './statement-messages.ts';
import { removeDirectory } from './work-directory.ts';

/** A process that runs one statement at a time. */
export interface StatementProcess {
  readonly version: string;
  /** False when it has ended or is ending; it then takes no more statements. */
  isUsable(): boolean;
  /**
   * Runs a statement. The caller must read the pieces to the end or stop with `return`. When the signal aborts, the
   * statement is asked to stop; if it does not, the process is ended.
   *
   * @returns undefined when tables were changed since the process started: the statement needs a new process
   * @throws StatementFailedError with the engine's error; ClickHouseHttpError when it took too long or the process
   * ended
   */
  run(statement: Statement, signal: AbortSignal): Promise<Answer | undefined>;
  /**
   * Ends the process now, whatever it is doing. Resolves when its directory is removed. Never rejects.
   */
  end(): Promise<void>;
}

export interface StatementProcessSettings {
  /** Data directory of the process that writes the tables. */
  readonly path: string;
  readonly bounds: ReadOnlyBounds;
  /** Each process has its own directory in here while it runs. */
  readonly workParent: string;
  readonly logger: Logger;
}

/** Starting takes half a second on a quiet machine. */
const startMsMax = 60_000;
/** How long the engine may take to end a statement whose time is over; after that its process is killed. */
const overstayMsMax = 1000;
/** A statement whose client has left is asked to stop. If it has not stopped after this time, its process is killed. */
const stopMsMax = 500;

/**
 * @param stopping aborts to end a process that is still starting
 * @throws Error when the process does not start; it then leaves nothing behind
 */
export async function startStatementProcess(
  settings: StatementProcessSettings,
  stopping: AbortSignal,
): Promise<StatementProcess> {
  const { bounds, workParent, logger } = settings;
  const workDirectory = await mkdtemp(join(workParent, 'process-'));
  const removeWork = (): Promise<void> => removeDirectory(workDirectory, logger);
  let child: ChildProcess;
  try {
    child = spawnIn(workDirectory, settings);
  } catch (error) {
    await removeWork();
    throw error;
  }
  const gone = exitOf(child);
  // Also after an unexpected end.
  const removed = gone.then(removeWork);
  const kill = (): void => void child.kill('SIGKILL');
  const end = (): Promise<void> => {
    kill();
    return removed;
  };
  stopping.addEventListener('abort', kill, { once: true });
  try {
    if (stopping.aborted) kill();
    const channel = child.stdio[3] as Socket;
    channel.on('error', kill);
    const frames = readFrames(channel);
    const version = await within(startMsMax, readyVersion(frames, gone));
    return processOver({ child, channel, frames, version, end, executionMsMax: bounds.executionSecondsMax * 1000 });
  } catch (error) {
    await end();
    throw error;
  } finally {
    stopping.removeEventListener('abort', kill);
  }
}

/** @throws Error when the system has no room for another process */
function spawnIn(workDirectory: string, { path, bounds }: StatementProcessSettings): ChildProcess {
  const entry = fileURLToPath(new URL('./statement-process-start.mjs', import.meta.url));
  const options: StatementProcessOptions = { path, bounds, workDirectory, parentId: process.pid };
  const child = spawn(process.execPath, ['--max-old-space-size=1024', entry, JSON.stringify(options)], {
    cwd: workDirectory,
    // Statements are untrusted and must not see the environment.
    env: { TZ: 'UTC', TMPDIR: tmpdir() },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    // Ctrl-C is sent to all processes of a terminal's group. This one ends when its parent ends it or has ended.
    detached: true,
  });
  // If the process cannot be started, `error` is emitted. Without a listener it would end this process.
  child.on('error', () => undefined);
  return child;
}

/** Resolves, when the process has ended, with the end of its error output. */
async function exitOf(child: ChildProcess): Promise<string> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-2000);
  });
  // A process that cannot be started emits `error` instead of `exit`.
  await Promise.race([once(child, 'exit'), once(child, 'error')]).catch(() => undefined);
  return said;
}

async function readyVersion(frames: AsyncGenerator<Frame>, gone: Promise<string>): Promise<string> {
  const first = await frames.next();
  if (first.done !== true && first.value.kind === 'ready') return readySchema.parse(jsonOf(first.value)).version;
  throw new Error(`The process that runs statements did not start: ${(await gone).slice(0, 1500)}`);
}

async function within<Result>(milliseconds: number, promise: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The process sent nothing for ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

const jsonOf = (frame: Frame): unknown => JSON.parse(frame.payload.toString('utf8'));

function processOver({
  child,
  channel,
  frames,
  version,
  end,
  executionMsMax,
}: {
  readonly child: ChildProcess;
  readonly channel: Socket;
  readonly frames: AsyncGenerator<Frame>;
  readonly version: string;
  readonly end: () => Promise<void>;
  readonly executionMsMax: number;
}): StatementProcess {
  let isEnded = false;
  child.once('exit', () => {
    isEnded = true;
  });
  const endNow = (): Promise<void> => {
    isEnded = true;
    return end();
  };
  return {
    version,
    isUsable: () => !isEnded,
    end: endNow,
    async run(statement, signal) {
      let hasOverstayed = false;
      // Counts the whole time, sending included, so a slow client gets no more time.
      const overstay = setTimeout(() => {
        hasOverstayed = true;
        void endNow();
      }, executionMsMax + overstayMsMax);
      let impatience: NodeJS.Timeout | undefined;
      const stop = (): void => {
        if (impatience !== undefined) return;
        impatience = setTimeout(() => void endNow(), stopMsMax);
        void writeFrame(channel, 'cancel', {});
      };
      const done = (): void => {
        clearTimeout(overstay);
        clearTimeout(impatience);
        signal.removeEventListener('abort', stop);
      };
      const next = async (): Promise<Frame> => {
        const frame = await frames.next().catch(() => ({ done: true as const }));
        if (frame.done !== true) return frame.value;
        isEnded = true;
        throw hasOverstayed ? statementTookTooLong(executionMsMax / 1000) : statementBrokenOff();
      };
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      try {
        await writeFrame(channel, 'run', statementMessage(statement));
        const first = await next();
        if (first.kind === 'failed') throw failureOf(first);
        if (first.kind === 'end') throw clientLeft();
        if (first.kind === 'head') {
          return { format: headSchema.parse(jsonOf(first)).format, pieces: piecesOf({ next, stop, done }) };
        }
        done();
        return undefined;
      } catch (error) {
        done();
        throw error;
      }
    },
  };
}

interface RunningStatement {
  readonly next: () => Promise<Frame>;
  readonly stop: () => void;
  readonly done: () => void;
}

async function* piecesOf({ next, stop, done }: RunningStatement): AsyncGenerator<AnswerPiece> {
  let counts = noCounts;
  let isAtEnd = false;
  try {
    while (true) {
      const frame = await next();
      isAtEnd = frame.kind === 'end' || frame.kind === 'failed';
      if (frame.kind === 'failed') throw failureOf(frame);
      if (frame.kind === 'counts') counts = countsSchema.parse(jsonOf(frame));
      else yield { bytes: frame.kind === 'bytes' ? frame.payload : new Uint8Array(0), counts };
      if (isAtEnd) return;
    }
  } finally {
    if (!isAtEnd) await readToEnd({ next, stop });
    done();
  }
}

/** Stops a statement whose answer is not read. If this fails, the process has ended. */
async function readToEnd({ next, stop }: Omit<RunningStatement, 'done'>): Promise<void> {
  stop();
  try {
    while (!['end', 'failed'].includes((await next()).kind));
  } catch (error) {
    if (!(error instanceof ClickHouseHttpError)) throw error;
  }
}

function failureOf(frame: Frame): StatementFailedError {
  const { status, serverCode, body, reason } = failedSchema.parse(jsonOf(frame));
  return new StatementFailedError({ status, serverCode, body, reason });
}
