import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from '@tonriver/testing';

const typeScript = import.meta.resolve('@tonriver/strip-types');
const entry = join(repositoryRoot, 'packages', 'tools', 'serve-accounts', 'src', 'main.ts');

/** `serve-accounts` as a process of its own. */
export interface ServedAccountsProcess {
  readonly port: number;
  stop(): Promise<void>;
}

export async function startServedAccounts(...words: readonly string[]): Promise<ServedAccountsProcess> {
  const child = spawn(process.execPath, ['--import', typeScript, entry, '--port', '0', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await announcedPort(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function announcedPort(child: ChildProcess): Promise<number> {
  let said = '';
  return await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`serve-accounts ended with ${code}: ${said}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const port = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(said)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
  });
}
