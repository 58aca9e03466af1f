import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../repository-root.ts';

/** Returns the options of Node with which `npm start` runs: what is measured or tested is what users get. */
export function nodeOptionsOfStart(tree: string = repositoryRoot): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  return (scripts['start'] ?? '').split(' ').filter((word) => word.startsWith('--'));
}
