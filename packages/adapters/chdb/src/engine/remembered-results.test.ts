import { beforeEach, describe, expect, it } from '@jest/globals';
import { createRememberedResults, type RememberedResults } from './remembered-results.ts';
import { createTableWrites, type TableWrites } from './table-writes.ts';

let writes: TableWrites;
let results: RememberedResults;
let readCount: number;

beforeEach(() => {
  [writes, readCount] = [createTableWrites(), 0];
  results = createRememberedResults(writes);
});

/** Asks for the result of a query; the byte says which reading gave it. */
const ask = async (tables: readonly string[] = ['one'], size = 1, query = `of ${tables.join()}`): Promise<number> => {
  const read = async (): Promise<Uint8Array> => {
    readCount += 1;
    const bytes = new Uint8Array(size).fill(readCount);
    await new Promise((resolve) => setImmediate(resolve));
    return bytes;
  };
  return (await results.find(tables, query, read))[0]!;
};

describe('the result of a query', () => {
  it('is given again, also to those who ask while it is read, until one of its tables is written', async () => {
    expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
    await writes.during(['two'], () => Promise.resolve());
    expect(await ask()).toBe(1);
    await writes.during(['two', 'one'], () => Promise.resolve());
    expect(await Promise.all([ask(), ask()])).toEqual([2, 2]);
    await writes.during('any', () => Promise.resolve());
    expect(await ask()).toBe(3);
  });

  it('is read each time while one of its tables is being written, and not remembered', async () => {
    expect(await ask()).toBe(1);
    const ends = [writes.begin(['one']), writes.begin('any')];
    for (const [index, end] of ends.entries()) {
      expect([await ask(), await ask()]).toEqual([2 + 2 * index, 3 + 2 * index]);
      end();
      end();
    }
    expect([await ask(), await ask()]).toEqual([6, 6]);
  });

  it('that was read before a write is not given after it, though its reading ended later', async () => {
    const early = ask();
    await writes.during(['one'], () => Promise.resolve());
    expect(await ask()).toBe(2);
    expect(await early).toBe(1);
    expect(await ask()).toBe(2);
  });

  it('is not kept when it is long, nor when the reading failed', async () => {
    expect([await ask(['one'], 100_000), await ask(['one'], 100_000)]).toEqual([1, 2]);
    await expect(results.find(['one'], 'other', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await ask(['one'], 1, 'other')).toBe(3);
  });

  it('ends a write that fails as well', async () => {
    await expect(writes.during(['one'], () => Promise.reject(new Error('full')))).rejects.toThrow('full');
    expect([await ask(), await ask()]).toEqual([1, 1]);
  });
});
