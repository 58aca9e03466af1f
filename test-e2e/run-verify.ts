import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { repositoryRoot } from '@tonriver/testing';

export interface VerifyOutcome {
  readonly code: number | null;
  /** Its output, for the message of a failing test. */
  readonly text: string;
}

/**
 * `npm run verify -- …`, over a data directory or a ClickHouse address; what it says is also shown. Tests go on
 * meanwhile: connections that they keep and a server closes have to be noticed.
 *
 * @param root the tree of the release
 */
export async function runVerify(
  place: { readonly dataDirectory: string } | { readonly url: string },
  network: string,
  root: string = repositoryRoot,
): Promise<VerifyOutcome> {
  const where = 'url' in place ? ['--url', place.url] : ['--data-dir', place.dataDirectory];
  const words = [...where, '--network', network, '--cells'];
  const entry = join(root, 'packages', 'tools', 'verify', 'src', 'main.ts');
  const verify = spawn(process.execPath, ['--import', import.meta.resolve('@tonriver/strip-types'), entry, ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  verify.stdout.setEncoding('utf8').on('data', (part: string) => {
    process.stderr.write(part);
    text += part;
  });
  verify.stderr.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const [code] = (await once(verify, 'close')) as [number | null];
  return { code, text };
}
