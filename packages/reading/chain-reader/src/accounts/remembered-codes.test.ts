import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memoryLookUp } from '../testing/memory-look-up.test-support.ts';
import { accountAtKeyText, type NewestState } from './account-codes.ts';
import { createRememberedCodes } from './remembered-codes.ts';
import { accountText } from './remembered-states.ts';

const accounts = ['AA', 'BB', 'CC'].map((accountHex) => ({ workchain: 0, accountHex }));

const key = accountAtKeyText({ ...accounts[0]!, indexedSeqno: 1 });

/** A chain of rounds in which accounts get new states, and the number of times that a state was read. */
function chain() {
  const rounds: (readonly number[])[] = [];
  const asked: string[] = [];
  let release = 'one';
  let isWhole = true;
  const stateAt = (account: number, seqno: number): NewestState | undefined => {
    for (let round = Math.min(seqno, rounds.length); round > 0; round -= 1) {
      if (rounds[round - 1]?.includes(account)) return { lt: BigInt(round), codeHash: Uint8Array.of(account, round) };
    }
    return undefined;
  };
  const getMany = async (keys: readonly string[]) => {
    asked.push(...keys);
    await new Promise((resolve) => setImmediate(resolve));
    return keys.map((key) => {
      const [seqno, , hex] = key.split(' ');
      return stateAt(
        accounts.findIndex(({ accountHex }) => accountHex === hex),
        Number(seqno),
      );
    });
  };
  const codes = createRememberedCodes({
    codes: { get: async (key) => (await getMany([key]))[0], getMany },
    touchedAccounts: async (first, last) => {
      await new Promise((resolve) => setImmediate(resolve));
      return isWhole
        ? new Map(rounds.slice(first - 1, last).flatMap((some) => some.map((one) => [accountText(accounts[one]!), 1n])))
        : undefined;
    },
    cachePrefix: () => release,
  });
  const read = (seqno: number, some: readonly number[] = [0, 1, 2]) =>
    codes.getMany(some.map((one) => accountAtKeyText({ ...accounts[one]!, indexedSeqno: seqno })));
  return {
    rounds,
    asked,
    read,
    readAhead: codes.readAhead,
    stateAt,
    deploy: (name: string) => {
      release = name;
    },
    setWhole: (value: boolean) => {
      isWhole = value;
    },
  };
}

describe('remembered codes', () => {
  it('are read once, also those of accounts without a state', async () => {
    const { rounds, asked, read, stateAt } = chain();
    rounds.push([0], [1]);
    for (const _ of [1, 2]) expect(await read(2)).toEqual([0, 1, 2].map((account) => stateAt(account, 2)));
    expect(asked).toHaveLength(3);
  });

  it('do not keep the bytes of the result that they were read from', async () => {
    const result = new Uint8Array(10_000);
    const codes = createRememberedCodes({
      codes: memoryLookUp(new Map([[key, { lt: 1n, codeHash: result.subarray(0, 32) }]])),
      touchedAccounts: async () => new Map(),
      cachePrefix: () => 'one',
    });
    await codes.get(key);
    expect((await codes.get(key))?.codeHash?.buffer.byteLength).toBe(32);
  });

  it('are read again for accounts with transactions in new rounds', async () => {
    const { rounds, asked, read, stateAt } = chain();
    rounds.push([0, 1]);
    await read(1);
    rounds.push([1]);
    asked.length = 0;
    expect(await read(2)).toEqual([0, 1, 2].map((account) => stateAt(account, 2)));
    expect(asked).toEqual([accountAtKeyText({ ...accounts[1]!, indexedSeqno: 2 })]);
  });

  it('are read ahead of a newer watermark, while those at the one before stay', async () => {
    const { rounds, asked, read, readAhead, stateAt } = chain();
    rounds.push([0, 1], []);
    for (const seqno of [1, 2]) await read(seqno);
    rounds.push([1]);
    asked.length = 0;
    const reading = readAhead(3);
    expect(await read(2)).toEqual([0, 1, 2].map((account) => stateAt(account, 2)));
    expect(await reading).toEqual([{ account: accounts[1], state: stateAt(1, 3) }]);
    expect(await read(3)).toEqual([0, 1, 2].map((account) => stateAt(account, 3)));
    expect(await read(2)).toEqual([0, 1, 2].map((account) => stateAt(account, 2)));
    expect(asked).toEqual([accountAtKeyText({ ...accounts[1]!, indexedSeqno: 3 })]);
  });

  it('are read ahead for an account that changes in every round, from the second question on', async () => {
    const { rounds, asked, read, readAhead } = chain();
    const countOfRead = async (seqno: number): Promise<number> => {
      rounds.push([0]);
      await readAhead(seqno);
      asked.length = 0;
      await read(seqno, [0]);
      return asked.length;
    };
    const counts: number[] = [];
    for (const seqno of [1, 2, 3, 4]) counts.push(await countOfRead(seqno));
    expect(counts).toEqual([1, 1, 0, 0]);
  });

  it('are not read ahead for accounts that were asked for once, or not in many rounds', async () => {
    const { rounds, asked, read, readAhead } = chain();
    rounds.push([0, 1, 2], []);
    for (const seqno of [1, 2]) await read(seqno, [0, 1]);
    await read(2);
    for (let seqno = 3; seqno <= 30; seqno += 1) {
      rounds.push([]);
      await read(seqno, [0]);
    }
    for (const [touched, seqno] of [
      [[0, 1, 2], 31],
      [[0, 1, 2], 40],
      [[1], 80],
    ] as const) {
      while (rounds.length < seqno - 1) rounds.push([]);
      rounds.push(touched);
      asked.length = 0;
      const renewed = (await readAhead(seqno)).map(({ account }) => account);
      const expected = { 31: [accounts[0], accounts[1]], 40: [accounts[0]] }[seqno as number] ?? [];
      expect(renewed).toEqual(expected);
      expect(asked).toHaveLength(expected.length);
    }
  });

  it('are not used while not all rows of the new rounds can be read, and again afterwards', async () => {
    const { rounds, asked, read, setWhole } = chain();
    rounds.push([], [], []);
    const readsAt = async (seqno: number) => {
      asked.length = 0;
      await read(seqno);
      return asked.length;
    };
    expect(await readsAt(1)).toBe(3);
    expect(await readsAt(2)).toBe(0);
    setWhole(false);
    expect(await readsAt(3)).toBe(3);
    expect(await readsAt(2)).toBe(0);
    setWhole(true);
    expect(await readsAt(3)).toBe(0);
  });

  it('are forgotten after many rounds at once, and with another release', async () => {
    const { rounds, asked, read, deploy } = chain();
    rounds.push(...Array.from({ length: 100 }, () => []));
    await read(1);
    await read(90);
    expect(asked).toHaveLength(6);
    deploy('two');
    await read(90);
    expect(asked).toHaveLength(9);
  });

  it('equal what is read without memory, in any order of rounds and requests', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('round' as const), touched: fc.subarray([0, 1, 2]) }),
      fc.record({ kind: fc.constant('ahead' as const) }),
      fc.record({
        kind: fc.constant('read' as const),
        behind: fc.nat({ max: 2 }),
        some: fc.subarray([0, 1, 2], { minLength: 1 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), async (steps, areTogether) => {
        const { rounds, read, readAhead, stateAt } = chain();
        const reads: Promise<unknown>[] = [];
        for (const one of steps) {
          if (one.kind === 'round') {
            rounds.push(one.touched);
            continue;
          }
          if (one.kind === 'ahead') {
            reads.push(readAhead(rounds.length));
            continue;
          }
          const seqno = Math.max(0, rounds.length - one.behind);
          const expected = one.some.map((account) => stateAt(account, seqno));
          reads.push(read(seqno, one.some).then((found) => expect(found).toEqual(expected)));
          if (!areTogether) await reads.at(-1);
        }
        await Promise.all(reads);
      }),
    );
  });
});
