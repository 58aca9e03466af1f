import { join } from 'node:path';
import { type CheckedOutRelease, checkOutRelease, temporaryDirectory } from '@tonriver/testing';
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
  const trees: CheckedOutRelease[] = [];
  const remove = (): void => {
    for (const tree of trees) tree.remove();
    folder.remove();
  };
  try {
    const neighbour = checkOutRelease(neighbourCommit, join(folder.path, 'neighbour'));
    trees.push(neighbour);
    const testBuild = checkOutRelease('HEAD', join(folder.path, 'test-build'), makeNextRelease);
    trees.push(testBuild);
    return { neighbour: neighbour.path, testBuild: testBuild.path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
