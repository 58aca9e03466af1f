import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot, temporaryDirectory } from '@tonriver/testing';
import { makeNextRelease } from './next-release.ts';

/** Two releases as trees of files, with their packages installed. */
export interface ReleaseTrees {
  /** The release before. */
  readonly neighbour: string;
  /** The commit that is checked out, with what the next release might add. */
  readonly testBuild: string;
  remove(): void;
}

/** Checks both out of this repository into a temporary folder. Changes that are not committed do not take part. */
export function makeReleaseTrees(neighbourCommit: string): ReleaseTrees {
  const folder = temporaryDirectory();
  const [neighbour, testBuild] = [join(folder.path, 'neighbour'), join(folder.path, 'test-build')];
  const remove = (): void => {
    for (const tree of [neighbour, testBuild]) {
      spawnSync('git', ['worktree', 'remove', '--force', tree], { cwd: repositoryRoot, stdio: 'ignore' });
    }
    folder.remove();
  };
  try {
    run(repositoryRoot, 'git', ['worktree', 'add', '--detach', neighbour, neighbourCommit]);
    run(repositoryRoot, 'git', ['worktree', 'add', '--detach', testBuild, 'HEAD']);
    makeNextRelease(testBuild);
    // The first program of a tree installs its packages.
    for (const tree of [neighbour, testBuild]) {
      run(tree, process.execPath, ['scripts/run.mjs', 'packages/tools/migrate/src/main.ts', '--help']);
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { neighbour, testBuild, remove };
}

const RUN_MS_MAX = 300_000;

function run(directory: string, program: string, words: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd: directory,
    encoding: 'utf8',
    timeout: RUN_MS_MAX,
  });
  if (status === 0) return;
  const text = `${program} ${words.join(' ')} failed in ${directory}:\n${stdout}${stderr}`;
  throw new Error(text, error === undefined ? {} : { cause: error });
}
