import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestingError } from '../testing-error.ts';

/** A program to run for a test. */
export interface SupervisedProgram {
  /** Name in error messages. */
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Working directory, and where its output goes (`output.log`). Removed when this process dies before `end`. */
  readonly directory: string;
}

/** A running program that never outlives this process, not even when this process is killed with SIGKILL. */
export interface SupervisedProcess {
  readonly pid: number;
  readonly hasExited: () => boolean;
  /** Returns its last lines of output. */
  output(): string;
  /** Sends a signal and waits until it is gone; after `graceMs` (default 20,000) with SIGKILL. */
  end(signal: 'SIGTERM' | 'SIGKILL', graceMs?: number): Promise<void>;
}

/**
 * The watcher between this process and the program: it reads from a pipe whose other end only this process holds. The
 * kernel closes that end when this process dies in whatever way, and the watcher then kills the program and removes its
 * directory. The watcher is a shell of its own, so that killing the outer one does not disarm it either. When the
 * program ends by itself, or because this process ended it, the outer shell dismisses the watcher before it exits (node
 * closes the pipe then); a watcher that has begun to clean up ignores that.
 *
 * $1 is the directory, the rest is the command. The outer shell tells the program's pid and waits for its end.
 */
const watcherScript = `
directory=$1; shift
exec 3<&0
"$@" </dev/null >>"$directory/output.log" 2>&1 3<&- &
program=$!
(
  exec >/dev/null 2>&1
  read -r line <&3
  trap "" TERM
  kill -9 "$program"
  while kill -0 "$program"; do sleep 0.05; done
  rm -rf "$directory"
) &
watcher=$!
exec 3<&-
echo "$program"
wait "$program"
kill -TERM "$watcher"
`;

/** Starts a program under a watcher. Rejects with `part_did_not_start` when it cannot be run at all. */
export async function startSupervised(program: SupervisedProgram): Promise<SupervisedProcess> {
  const { name, command, directory } = program;
  const watcher = spawn('/bin/sh', ['-c', watcherScript, 'sh', directory, ...command], {
    cwd: directory,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exited = new Promise<void>((resolve) => {
    watcher.once('exit', () => resolve());
  });
  const pid = await programPid(watcher, name);
  // A forgotten server must not keep a finished test running: the watcher ends the server.
  watcher.unref();
  const hasExited = () => watcher.exitCode !== null || watcher.signalCode !== null;
  return {
    pid,
    hasExited,
    output: () => readFileSync(join(directory, 'output.log'), 'utf8').slice(-4_000),
    end: async (signal, graceMs = 20_000) => {
      watcher.ref();
      if (!hasExited()) signalIfAlive(pid, signal);
      const isGone = await Promise.race([exited.then(() => true), sleep(graceMs, false, { ref: false })]);
      if (isGone) return;
      signalIfAlive(pid, 'SIGKILL');
      await exited;
    },
  };
}

async function programPid(watcher: ChildProcess, name: string): Promise<number> {
  const line = await new Promise<string>((resolve, reject) => {
    watcher.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    watcher.once('error', reject);
    watcher.once('exit', () => reject(new TestingError('part_did_not_start', `${name} cannot be run`)));
  });
  return Number(line);
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
