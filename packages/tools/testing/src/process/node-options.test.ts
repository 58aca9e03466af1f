import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../repository-root.ts';
import { nodeOptionsOfImage, nodeOptionsOfStart } from './node-options.ts';

it('reads the options of Node from the command of npm start, and not those of the program', () => {
  expect(nodeOptionsOfStart()).toEqual([
    expect.stringMatching(/^--max-semi-space-size=\d+$/),
    expect.stringMatching(/^--initial-old-space-size=\d+$/),
  ]);
});

it('finds the same young generation in npm start, in the image, and in the bench, which measures what users get', () => {
  const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly bench: string };
  };
  const ofYoungGeneration = (word: string): boolean => word.startsWith('--max-semi-space-size=');
  const [own] = nodeOptionsOfStart().filter(ofYoungGeneration);
  expect(own).toBeDefined();
  expect(nodeOptionsOfImage().filter(ofYoungGeneration)).toEqual([own]);
  expect(scripts.bench.split(' ').filter(ofYoungGeneration)).toEqual([own]);
});
