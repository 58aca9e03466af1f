import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { damageDirectory, readInChild, temporaryDirectory } from '@tonriver/testing';

export interface DamagedStoreSuite {
  /** The store in the title, such as "a cell store". */
  readonly name: string;
  /** Writes a store into a directory and returns the contents that a reader sees. */
  readonly write: (directory: string) => Promise<string>;
  /** Program that reads stores, see `answerDirectories` of the testing package. */
  readonly reader: string;
  readonly seeds: { readonly first: number; readonly count: number };
  readonly timeoutMs: number;
}

/** Damages copies of a store, one per seed, and lets another process read them. */
export function describeDamagedStore({ name, write, reader, seeds, timeoutMs }: DamagedStoreSuite): void {
  describe(`${name} with a damaged file`, () => {
    const folder = temporaryDirectory();
    const whole = join(folder.path, 'whole');
    let contents: string;
    beforeAll(async () => {
      contents = await write(whole);
    });
    afterAll(() => folder.remove());

    it(
      'is refused with its directory or has all its contents, and never ends the process',
      async () => {
        const cases = Array.from({ length: seeds.count }, (_, index) => {
          const directory = join(folder.path, String(seeds.first + index));
          cpSync(whole, directory, { recursive: true });
          return { directory, damage: damageDirectory(directory, seeds.first + index) };
        });
        const directories = cases.map(({ directory }) => directory);
        const answers = await readInChild(reader, directories);
        let refusedCount = 0;
        for (const [index, answer] of answers.entries()) {
          const { directory, damage } = cases[index]!;
          if ('code' in answer) {
            refusedCount += 1;
            const isNamed = answer.code === 'store_corrupt' && answer.message.includes(directory);
            expect({ damage, isNamed, message: answer.message }).toMatchObject({ damage, isNamed: true });
          } else {
            expect({ damage, ...answer }).toEqual({ damage, contents });
          }
        }
        expect(refusedCount).toBeGreaterThan(seeds.count / 4);
      },
      timeoutMs,
    );
  });
}
