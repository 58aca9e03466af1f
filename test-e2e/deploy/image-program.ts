import { type ChildProcess, spawn } from 'node:child_process';
import { eventually } from '@tonriver/testing';
import type { ImageTree } from './image-tree.ts';

/** A program of the image that runs. */
export interface ImageProgram {
  readonly name: string;
  /** Everything that it wrote so far: standard output, then standard error. */
  output(): string;
  /** Its log lines. */
  lines(): readonly Readonly<Record<string, unknown>>[];
  /** Resolves with the first log line that says this; fails when the program ends before. */
  says(message: string): Promise<Readonly<Record<string, unknown>>>;
  /** Resolves with the exit code, when it ends by itself. */
  readonly ended: Promise<number | null>;
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>;
}

/** The environment of an image: of this machine's environment it has only the paths of programs. */
export type ImageEnvironment = Readonly<Record<string, string>>;

/** Starts a program as the image's entry point does. */
export function startProgram(tree: ImageTree, words: readonly string[], environment: ImageEnvironment): ImageProgram {
  const [name = ''] = words;
  const child = spawn('deploy/start-service.sh', words, {
    cwd: tree.path,
    env: { PATH: tree.programPath, HOME: tree.path, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const ended = endOf(child);
  const lines = (): Record<string, unknown>[] =>
    stdout()
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const output = (): string => stdout() + stderr();
  return {
    name,
    output,
    lines,
    async says(message) {
      const find = () => lines().find(({ msg }) => msg === message);
      let hasEnded = false;
      void ended.then(() => (hasEnded = true));
      await eventually(() => find() !== undefined || hasEnded, { timeoutMs: 60_000 });
      const line = find();
      if (line === undefined) throw new Error(`${name} ended without saying "${message}":\n${output()}`);
      return line;
    },
    ended,
    async stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Runs a program of the image to its end. */
export async function runProgram(
  tree: ImageTree,
  words: readonly string[],
  environment: ImageEnvironment = {},
): Promise<{ readonly status: number | null; readonly output: string }> {
  const program = startProgram(tree, words, environment);
  return { status: await program.ended, output: program.output() };
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return () => text;
}

/** When it has ended and everything that it wrote is read. */
function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}
