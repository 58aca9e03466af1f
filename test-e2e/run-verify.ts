import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from '@tonriver/testing';

export interface VerifyOutcome {
  readonly code: number | null;
  /** What it said, for when it does not say that nothing is wrong. */
  readonly text: string;
}

/** `npm run verify -- …`, over a data directory or a ClickHouse address; what it says is also shown. */
export function runVerify(
  place: { readonly dataDirectory: string } | { readonly url: string },
  network: string,
): VerifyOutcome {
  const where = 'url' in place ? ['--url', place.url] : ['--data-dir', place.dataDirectory];
  const words = [...where, '--network', network, '--cells'];
  const entry = join(repositoryRoot, 'services', 'verify', 'src', 'main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', entry, ...words], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  });
  process.stderr.write(stdout);
  return { code: status, text: `${stdout}${stderr}` };
}
