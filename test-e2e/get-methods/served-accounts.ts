import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryRoot } from '@tonriver/testing';

const typeScript = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
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
