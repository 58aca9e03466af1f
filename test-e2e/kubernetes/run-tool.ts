import { spawn } from 'node:child_process';

/** How a program ended. */
export interface ToolResult {
  readonly status: number | null;
  readonly output: string;
  readonly complaints: string;
}

/** Runs a program to its end, whatever that is. */
export function runTool(
  file: string,
  words: readonly string[],
  options: { readonly input?: string; readonly environment?: NodeJS.ProcessEnv; readonly folder?: string } = {},
): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, words, { env: { ...process.env, ...options.environment }, cwd: options.folder });
    let [output, complaints] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaints += chunk));
    child.stdin.on('error', () => undefined).end(options.input ?? '');
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output, complaints }));
  });
}

/** Runs a program and returns its output. Throws with its complaints when it fails. */
export async function outputOf(...parameters: Parameters<typeof runTool>): Promise<string> {
  const { status, output, complaints } = await runTool(...parameters);
  if (status === 0) return output;
  const [file, words] = parameters;
  throw new Error(`${file} ${words.join(' ')} ended with ${String(status)}:\n${complaints.slice(-4_000) || output}`);
}
