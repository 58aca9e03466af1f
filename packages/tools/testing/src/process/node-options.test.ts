import { expect, it } from '@jest/globals';
import { nodeOptionsOfStart } from './node-options.ts';

it('reads the options of Node from the command of npm start, and not those of the program', () => {
  expect(nodeOptionsOfStart()).toEqual([
    expect.stringMatching(/^--max-semi-space-size=\d+$/),
    expect.stringMatching(/^--initial-old-space-size=\d+$/),
  ]);
});
