import { spawn } from 'node:child_process';
import { TestingError } from '../testing-error.ts';

const TIMEOUT_MS = 10 * 60_000;
const COMPLAINTS_MAX = 4_000;

/**
 * Runs a program to its end and returns its output.
 *
 * @param input its standard input
 * @throws {TestingError} with its last output when it fails
 */
export async function runProgram(
  command: string,
  words: readonly string[],
  directory: string,
  input = '',
): Promise<string> {
  const child = spawn(command, words, { cwd: directory, timeout: TIMEOUT_MS, env: { ...process.env, GOFLAGS: '' } });
  let output = '';
  let complaints = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr
    .setEncoding('utf8')
    .on('data', (chunk: string) => (complaints = (complaints + chunk).slice(-COMPLAINTS_MAX)));
  // A program that ends before it has read its input reports the reason itself.
  child.stdin.on('error', () => undefined).end(input);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (exitCode === 0) return output;
  const said = `${complaints}${output.slice(-COMPLAINTS_MAX)}`;
  throw new TestingError('program_failed', `${command} ${words.join(' ')} ended with ${String(exitCode)}: ${said}`);
}
