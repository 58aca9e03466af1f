import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from '@tonriver/testing';

export interface VerifyOutcome {
  readonly code: number | null;
  /** What it said, for when it does not say that nothing is wrong. */
  readonly text: string;
}

/** `npm run verify -- --data-dir DIR --cells`; what it says is also shown. */
export function runVerify(dataDirectory: string, network: string): VerifyOutcome {
  const words = ['--data-dir', dataDirectory, '--network', network, '--cells'];
  const entry = join(repositoryRoot, 'services', 'verify', 'src', 'main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', entry, ...words], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  });
  process.stderr.write(stdout);
  return { code: status, text: `${stdout}${stderr}` };
}
