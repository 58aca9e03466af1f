import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../repository-root.ts';

/** Returns the options of Node with which `npm start` runs: what is measured or tested is what users get. */
export function nodeOptionsOfStart(tree: string = repositoryRoot): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  return optionsIn(scripts['start'] ?? '');
}

/** Returns the options of Node with which the image runs every program. */
export function nodeOptionsOfImage(tree: string = repositoryRoot): readonly string[] {
  const script = readFileSync(join(tree, 'deploy', 'start-service.sh'), 'utf8');
  return optionsIn(/^exec node .*$/m.exec(script)?.[0] ?? '');
}

function optionsIn(command: string): readonly string[] {
  return command.split(' ').filter((word) => word.startsWith('--'));
}
