import { spawnSync } from 'node:child_process';
import { repositoryRoot } from './repository-root.ts';
import { TestingError } from './testing-error.ts';

const RUN_MS_MAX = 300_000;

/** A commit of this repository as a tree of files, with its packages installed. */
export interface CheckedOutRelease {
  readonly path: string;
  remove(): void;
}

/**
 * Checks a commit out into a folder that does not exist yet. Changes that are not committed do not take part.
 *
 * @param change called before the packages are installed
 * @throws {TestingError} when the commit is not in this clone, or its packages cannot be installed
 */
export function checkOutRelease(
  commit: string,
  path: string,
  change: (tree: string) => void = () => undefined,
): CheckedOutRelease {
  const remove = (): void => {
    spawnSync('git', ['worktree', 'remove', '--force', path], { cwd: repositoryRoot, stdio: 'ignore' });
  };
  try {
    run(repositoryRoot, 'git', ['worktree', 'add', '--detach', path, commit]);
    change(path);
    // The first program of a tree installs its packages.
    run(path, process.execPath, ['scripts/run.mjs', 'services/standalone/src/main.ts', '--help']);
    // Its sources are run with the hook of this release, which keeps what it makes of them: no measured start does it.
    const hook = import.meta.resolve('@tonriver/strip-types');
    run(path, process.execPath, ['--import', hook, 'services/standalone/src/main.ts', '--help']);
  } catch (error) {
    remove();
    throw error;
  }
  return { path, remove };
}

function run(directory: string, program: string, words: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd: directory,
    encoding: 'utf8',
    timeout: RUN_MS_MAX,
  });
  if (status === 0) return;
  const text = `${program} ${words.join(' ')} failed in ${directory}:\n${stdout}${stderr}`;
  throw new TestingError('program_failed', text, {}, error);
}
