import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** How a child told of one directory: what it read there, or how it failed. */
export type ReadInChild =
  | { readonly contents: string }
  | { readonly code: string; readonly message: string }
  | { readonly diedBy: string };

/**
 * Lets another process read directories, since what reads damaged files may be ended by a signal. It is a program that
 * gets directories as lines and answers each with a line of JSON, `{ contents }` or `{ code, message }`; one that dies
 * is started again.
 */
export async function readInChild(script: string, directories: readonly string[]): Promise<readonly ReadInChild[]> {
  const answers: ReadInChild[] = [];
  while (answers.length < directories.length) {
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), script], {
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
