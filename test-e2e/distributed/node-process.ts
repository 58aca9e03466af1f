import { join } from 'node:path';
import {
  eventually,
  nodeOptionsOfStart,
  repositoryRoot,
  startSupervised,
  type SupervisedProcess,
  type TemporaryDirectory,
  temporaryDirectory,
} from '@tonriver/testing';

/** A program of this repository, with its arguments and environment. */
export interface NodeProgram {
  /** For error messages. */
  readonly name: string;
  /** Its entry point below the root. */
  readonly file: string;
  /** The tree of the release that it is of; default: this one. */
  readonly root?: string;
  readonly words?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

const READY_TIMEOUT_MS = 300_000;
const WATCH_INTERVAL_MS = 250;

/** Starts a program of this repository as a process of its own, which never outlives the test process. */
function spawn(program: NodeProgram, directory: string) {
  const { name, file, root = repositoryRoot, words = [], environment = {} } = program;
  const settings = Object.entries(environment).map(([variable, value]) => `${variable}=${value}`);
  const typeScript = import.meta.resolve('@tonriver/strip-types');
  const node = [process.execPath, ...nodeOptionsOfStart(root), '--import', typeScript, join(root, file), ...words];
  return startSupervised({ name, directory, command: ['env', ...settings, ...node] });
}

/**
 * A service as a process of its own, which a test may kill. When it ends by itself it is started again, as a supervisor
 * would; `restarts` says how often.
 */
export class NodeProcess {
  readonly #program: NodeProgram & { readonly readyUrl: string };
  readonly #directory: TemporaryDirectory = temporaryDirectory();
  #process: SupervisedProcess | undefined;
  #watch: NodeJS.Timeout | undefined;
  restarts = 0;

  /** @param program.readyUrl where it says with 200 that it is ready */
  constructor(program: NodeProgram & { readonly readyUrl: string }) {
    this.#program = program;
  }

  get name(): string {
    return this.#program.name;
  }

  /** Where it listens. */
  get url(): string {
    return new URL(this.#program.readyUrl).origin;
  }

  async start(): Promise<void> {
    const { name, readyUrl } = this.#program;
    this.#process = await spawn(this.#program, this.#directory.path);
    const isReady = async (): Promise<boolean> => (await fetch(readyUrl)).status === 200;
    await eventually(isReady, { timeoutMs: READY_TIMEOUT_MS, intervalMs: 50 }).catch((cause: unknown) => {
      throw new Error(`${name} is not ready. It said:\n${this.output()}`, { cause });
    });
    this.#watch = setInterval(() => void this.#restartWhenEnded(), WATCH_INTERVAL_MS);
  }

  /** A number of its `/metrics`, 0 while it has none. */
  async metric(name: string): Promise<number> {
    const response = await fetch(new URL('/metrics', this.#program.readyUrl));
    const [, value] = new RegExp(`^${name} (.*)$`, 'm').exec(await response.text()) ?? [];
    return Number(value ?? 0);
  }

  /** Returns its last output. */
  output(): string {
    return this.#process?.output() ?? '';
  }

  /** Ends it as a crash would; it stays away until `start`. */
  kill9(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Ends it as a supervisor would and starts it again. */
  async restart(): Promise<void> {
    await this.#end('SIGTERM');
    await this.start();
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
    this.#directory.remove();
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    clearInterval(this.#watch);
    const ending = this.#process;
    this.#process = undefined;
    await ending?.end(signal);
  }

  async #restartWhenEnded(): Promise<void> {
    if (this.#process?.hasExited() !== true) return;
    this.restarts += 1;
    this.#process = undefined;
    this.#process = await spawn(this.#program, this.#directory.path);
  }
}

/** Runs a program to its end and returns its last output. */
export async function runToEnd(program: NodeProgram, timeoutMs: number): Promise<string> {
  const directory = temporaryDirectory();
  const running = await spawn(program, directory.path);
  try {
    await eventually(() => running.hasExited(), { timeoutMs, intervalMs: 50 });
    return running.output();
  } finally {
    await running.end('SIGKILL');
    directory.remove();
  }
}

/** Runs a program until it ends, or kills it with signal 9 after so long. */
export async function runAndKill(program: NodeProgram, afterMs: number): Promise<void> {
  const directory = temporaryDirectory();
  const running = await spawn(program, directory.path);
  await eventually(() => running.hasExited(), { timeoutMs: afterMs, intervalMs: 50 }).catch(() => undefined);
  await running.end('SIGKILL');
  directory.remove();
}
