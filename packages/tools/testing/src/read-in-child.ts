import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { TonriverError } from '@tonriver/errors';

/** The answer of a child for one directory: the contents, or how it failed. */
export type ReadInChild =
  | { readonly contents: string }
  | { readonly code: string; readonly message: string }
  | { readonly diedBy: string };

/**
 * Lets another process read directories, because a process that reads damaged files may be ended by a signal. The
 * script calls `answerDirectories`. It is started again when it dies.
 */
export async function readInChild(script: string, directories: readonly string[]): Promise<readonly ReadInChild[]> {
  const answers: ReadInChild[] = [];
  while (answers.length < directories.length) {
    const child = spawn(process.execPath, ['--import', import.meta.resolve('@tonriver/strip-types'), script], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    child.stdin.on('error', () => undefined);
    child.stdin.end(directories.slice(answers.length).join('\n'));
    for await (const line of createInterface(child.stdout)) answers.push(JSON.parse(line) as ReadInChild);
    const [code, signal] = await ended;
    if (answers.length < directories.length) answers.push({ diedBy: signal ?? `exit code ${code}` });
  }
  return answers;
}

/** Answers `readInChild`: reads directories from standard input, one per line, and writes an answer for each. */
export async function answerDirectories(read: (directory: string) => Promise<string>): Promise<void> {
  for await (const directory of createInterface(process.stdin)) {
    const answer = await read(directory).then((contents) => ({ contents }), failureOf);
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
}

function failureOf(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof TonriverError)) throw error;
  return { code: error.code, message: error.message };
}
