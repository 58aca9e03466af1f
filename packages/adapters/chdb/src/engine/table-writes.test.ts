import { describe, expect, it } from '@jest/globals';
import { allTables } from '@tonriver/row-schema';
import { createTableWrites } from './table-writes.ts';

describe('what two threads know of writes', () => {
  const here = createTableWrites();
  const there = createTableWrites(here.memory);

  it('is the same: a write of one changes the state that the other sees, and hides it while it runs', () => {
    for (const [writer, reader] of [
      [here, there],
      [there, here],
    ] as const) {
      const before = reader.stateOf(['blocks', 'parts']);
      expect(before).toEqual(expect.any(String));
      const end = writer.begin(['parts']);
      expect(reader.stateOf(['blocks', 'parts'])).toBeUndefined();
      expect(reader.stateOf(['blocks'])).toEqual(expect.any(String));
      end();
      expect(reader.stateOf(['blocks', 'parts'])).not.toBe(before);
      expect(reader.stateOf(['blocks', 'parts'])).toBe(writer.stateOf(['blocks', 'parts']));
    }
  });

  it('counts a statement that may write any table as a write of each', () => {
    const before = there.stateOf(['blocks']);
    const end = here.begin('any');
    expect(there.stateOf(['blocks'])).toBeUndefined();
    end();
    expect(there.stateOf(['blocks'])).not.toBe(before);
  });

  it('are told apart for all tables of a deployment: writing one leaves what is known of the others', () => {
    const names = allTables.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) {
      const others = names.filter((other) => other !== name);
      const before = others.map((other) => there.stateOf([other]));
      const end = here.begin([name]);
      expect([name, others.map((other) => there.stateOf([other]))]).toEqual([name, before]);
      end();
    }
  });

  it('knows two writes of one table at the same time', () => {
    const ends = [here.begin(['blocks']), there.begin(['blocks'])];
    for (const end of ends) {
      expect(here.stateOf(['blocks'])).toBeUndefined();
      end();
    }
    expect(here.stateOf(['blocks'])).toEqual(there.stateOf(['blocks']));
    expect(here.stateOf(['blocks'])).toBeDefined();
  });
});
