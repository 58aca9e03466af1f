import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { damageDirectory, readInChild, temporaryDirectory } from '@tonriver/testing';
import { writeDamagedLog } from './damaged-topics.test-support.ts';

const child = join(import.meta.dirname, 'damaged-child.test-support.ts');

/** Damages copies of a log, one seed each, and lets another process read them. */
export function describeDamagedLog(seeds: { readonly first: number; readonly count: number }, timeoutMs: number): void {
  describe('an embedded log that was damaged', () => {
    const folder = temporaryDirectory();
    const whole = join(folder.path, 'whole');
    let contents: string;
    beforeAll(async () => {
      contents = await writeDamagedLog(whole);
    });
    afterAll(() => folder.remove());

    it(
      'is refused with its directory, or reads back whole: never a process that dies, never other records',
      async () => {
        const cases = Array.from({ length: seeds.count }, (_, index) => {
          const directory = join(folder.path, String(seeds.first + index));
          cpSync(whole, directory, { recursive: true });
          return { directory, damage: damageDirectory(directory, seeds.first + index) };
        });
        const answers = await readInChild(
          child,
          cases.map(({ directory }) => directory),
        );
        let refused = 0;
        for (const [index, answer] of answers.entries()) {
          const { directory, damage } = cases[index]!;
          if ('code' in answer) {
            refused += 1;
            const isNamed = answer.code === 'store_corrupt' && answer.message.includes(directory);
            expect({ damage, isNamed, message: answer.message }).toMatchObject({ damage, isNamed: true });
          } else {
            expect({ damage, ...answer }).toEqual({ damage, contents });
          }
        }
        expect(refused).toBeGreaterThan(seeds.count / 4);
      },
      timeoutMs,
    );
  });
}
