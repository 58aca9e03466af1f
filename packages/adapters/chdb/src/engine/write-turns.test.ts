import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createWriteTurns } from './write-turns.ts';

const TOGETHER_MAX = 3;
const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('writes are alone or few together, each is done once, and none that came earlier begins later', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ isAlone: fc.boolean(), steps: fc.nat(4), fails: fc.boolean() }), { maxLength: 30 }),
      async (writes) => {
        const turns = createWriteTurns(TOGETHER_MAX);
        const run = (isAlone: boolean, write: () => Promise<number>): Promise<number> =>
          isAlone ? turns.alone(write) : turns.together(write);
        const begun: number[] = [];
        const running = new Set<number>();
        const outcomes = await Promise.allSettled(
          writes.map(({ isAlone, steps, fails }, index) =>
            run(isAlone, async () => {
              begun.push(index);
              running.add(index);
              const others = [...running].filter((one) => one !== index);
              const mayBeBeside = !isAlone && others.every((one) => writes[one]?.isAlone === false);
              expect(others.length === 0 || (mayBeBeside && running.size <= TOGETHER_MAX)).toBe(true);
              for (let step = 0; step < steps; step += 1) await soon();
              running.delete(index);
              if (fails) throw new Error(`write ${index}`);
              return index;
            }),
          ),
        );
        expect(begun).toEqual(writes.map((_, index) => index));
        expect(outcomes).toEqual(
          writes.map(({ fails }, value) =>
            fails ? expect.objectContaining({ reason: new Error(`write ${value}`) }) : { status: 'fulfilled', value },
          ),
        );
      },
    ),
  );
});
