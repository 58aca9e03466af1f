import { expect, it } from '@jest/globals';
import type { AccountStateRow } from '@tonriver/row-schema';
import fc from 'fast-check';
import { accountText } from '../accounts/remembered-states.ts';
import { hexOf } from '../store/bytes.ts';
import type { IndexedBlock } from './indexed-block.ts';
import { createRememberedAccounts } from './remembered-accounts.ts';
import type { StoredAccount } from './stored-account.ts';

const addresses = [1, 2, 3].map((byte) => ({ workchain: 0, hash: new Uint8Array(32).fill(byte) }));

function stateOf(account: number, round: number): AccountStateRow {
  const { workchain, hash } = addresses[account]!;
  return { workchain, account: hash, lt: BigInt(round), rawBoc: new Uint8Array(account) } as unknown as AccountStateRow;
}

/** A chain of rounds in which accounts have transactions, and how often a state was read. */
function chain() {
  const rounds: (readonly number[])[] = [];
  const counts = { read: 0, asked: 0, changed: 0 };
  const problem = { isMissing: false, isBroken: false, isChangeBroken: false, isUnknown: false };
  const stateAt = (account: number, seqno: number): StoredAccount => {
    if (problem.isUnknown) return 'unknown';
    const last = rounds.slice(0, seqno).findLastIndex((touched) => touched.includes(account)) + 1;
    return last === 0 ? 'absent' : stateOf(account, last);
  };
  const remembered = createRememberedAccounts({
    async read({ hash }, { seqno }) {
      counts.read += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return stateAt(hash[0]! - 1, seqno);
    },
    async readChanged(changes) {
      counts.changed += 1;
      await new Promise((resolve) => setImmediate(resolve));
      if (problem.isChangeBroken) throw new Error('the store is away');
      return changes.map(({ account, lt, round }) => {
        expect([Number(lt), rounds[round - 1]]).toEqual([round, expect.arrayContaining([account[0]! - 1])]);
        return stateOf(account[0]! - 1, round);
      });
    },
    async touchedAccounts(first, last) {
      counts.asked += 1;
      await new Promise((resolve) => setImmediate(resolve));
      if (problem.isBroken) throw new Error('the store is away');
      if (problem.isMissing) return undefined;
      const touched = rounds.slice(first - 1, last).flat();
      return new Map(
        touched.map((one) => {
          const account = accountText({ workchain: 0, accountHex: hexOf(addresses[one]!.hash) });
          return [account, (stateAt(one, last) as AccountStateRow).lt];
        }),
      );
    },
  });
  const read = (account: number, seqno: number, firstSeqno = 1): Promise<StoredAccount> => {
    const range = { firstSeqno, linkedSeqno: 0, lastSeqno: rounds.length, resolvedSeqno: rounds.length };
    return remembered.read(addresses[account]!, { seqno, range } as unknown as IndexedBlock);
  };
  const readAhead = (seqno: number): Promise<void> => {
    const range = { firstSeqno: 1, linkedSeqno: 0, lastSeqno: rounds.length, resolvedSeqno: rounds.length };
    return remembered.readAhead({ seqno, range } as unknown as IndexedBlock);
  };
  return { rounds, counts, problem, stateAt, read, readAhead };
}

it('what changed in a round is asked once, and new states are read together', async () => {
  const { rounds, counts, read, stateAt } = chain();
  rounds.push([0, 1, 2], [], [1, 2]);
  for (const seqno of [1, 2, 3]) {
    const answers = await Promise.all([0, 1, 2].map((account) => read(account, seqno)));
    expect(answers).toEqual([0, 1, 2].map((account) => stateAt(account, seqno)));
  }
  expect(counts).toEqual({ read: 3, asked: 2, changed: 1 });
});

it('the new state of an account that was not asked for at the round before is read too', async () => {
  const { rounds, counts, read, stateAt } = chain();
  rounds.push([0, 1], [], [1]);
  for (const account of [0, 1]) await read(account, 1);
  await read(0, 2);
  await read(0, 3);
  expect(await read(1, 3)).toEqual(stateAt(1, 3));
  expect(counts).toEqual({ read: 2, asked: 2, changed: 1 });
});

it('what is read ahead is asked once, also when rounds were left out, and needs nothing when it is asked for', async () => {
  const { rounds, counts, read, readAhead, stateAt } = chain();
  rounds.push([0, 1], [0], [1], [0]);
  for (const account of [0, 1]) await read(account, 1);
  await readAhead(2);
  await Promise.all([readAhead(4), readAhead(4)]);
  await readAhead(3);
  const before = { ...counts };
  for (const account of [0, 1]) expect(await read(account, 4)).toEqual(stateAt(account, 4));
  expect(counts).toEqual(before);
  expect(counts).toEqual({ read: 2, asked: 4, changed: 2 });
});

it('many rounds that came at once are read ahead together, with the newest state of each account', async () => {
  const { rounds, counts, read, readAhead, stateAt } = chain();
  rounds.push([0, 1, 2], ...Array.from({ length: 20 }, () => [0, 1]));
  for (const account of [0, 1, 2]) await read(account, 1);
  await readAhead(21);
  for (const account of [0, 1, 2]) expect(await read(account, 21)).toEqual(stateAt(account, 21));
  expect(counts).toEqual({ read: 3, asked: 21, changed: 1 });
  expect(await read(0, 11)).toEqual(stateAt(0, 11));
});

it('a state is followed over many rounds that were read ahead', async () => {
  const { rounds, counts, read, readAhead, stateAt } = chain();
  rounds.push([0, 1]);
  for (const account of [0, 1]) await read(account, 1);
  for (let seqno = 2; seqno <= 200; seqno += 1) {
    rounds.push(seqno === 100 ? [0, 1] : [0]);
    await readAhead(seqno);
  }
  expect(await read(1, 200)).toEqual(stateAt(1, 200));
  expect(counts).toMatchObject({ read: 2, asked: 200 });
});

it('a read ahead that fails is made up for when the states are asked for', async () => {
  const { rounds, problem, read, readAhead, stateAt } = chain();
  rounds.push([0], [0]);
  await read(0, 1);
  problem.isBroken = true;
  await readAhead(2);
  problem.isBroken = false;
  expect(await read(0, 2)).toEqual(stateAt(0, 2));
});

it.each(['isMissing', 'isBroken', 'isChangeBroken'] as const)(
  'the state is read when it is not known what changed: %s',
  async (cause) => {
    const { rounds, counts, problem, read, stateAt } = chain();
    rounds.push([0], [0]);
    await read(0, 1);
    problem[cause] = true;
    expect(await read(0, 2)).toEqual(stateAt(0, 2));
    problem[cause] = false;
    rounds.push([]);
    expect(await read(0, 3)).toEqual(stateAt(0, 3));
    expect(counts.read).toBe(2);
  },
);

it('a state that is not known is asked for again', async () => {
  const { rounds, problem, read, stateAt } = chain();
  rounds.push([0]);
  problem.isUnknown = true;
  expect(await read(0, 1)).toBe('unknown');
  problem.isUnknown = false;
  expect(await read(0, 1)).toEqual(stateAt(0, 1));
});

it('a state that nobody asks for any more is not renewed', async () => {
  const { rounds, counts, read } = chain();
  rounds.push([0, 1]);
  for (const account of [0, 1]) await read(account, 1);
  for (let seqno = 2; seqno <= 140; seqno += 1) {
    rounds.push([0]);
    await read(1, seqno);
  }
  expect(counts).toEqual({ read: 2, asked: 139, changed: 128 });
});

it('a state is read when too many rounds would have to be asked about for it', async () => {
  const { rounds, counts, read, stateAt } = chain();
  rounds.push([0], ...Array.from({ length: 9 }, () => []));
  await read(0, 1);
  expect(await read(0, 10)).toEqual(stateAt(0, 10));
  expect(counts).toMatchObject({ read: 2, asked: 0 });
});

it('who asks at rounds that others have passed gets what is remembered of them', async () => {
  const { rounds, counts, read, stateAt } = chain();
  rounds.push([0], [0], [], [0], [0]);
  for (const seqno of [1, 2, 3, 4, 5]) await read(0, seqno);
  for (const seqno of [1, 3, 2, 4, 5]) expect(await read(0, seqno)).toEqual(stateAt(0, seqno));
  expect(counts).toMatchObject({ read: 1 });
});

it('a few older states are remembered, not all', async () => {
  const { rounds, counts, read, stateAt } = chain();
  rounds.push(...Array.from({ length: 20 }, () => [0]));
  for (let seqno = 1; seqno <= 20; seqno += 1) await read(0, seqno);
  expect(await read(0, 13)).toEqual(stateAt(0, 13));
  expect(counts.read).toBe(1);
  expect(await read(0, 12)).toEqual(stateAt(0, 12));
  expect(counts.read).toBe(2);
});

it('when a range grows at its beginning, states are remembered in the longer one', async () => {
  const { rounds, counts, read, stateAt } = chain();
  rounds.push([0], [], []);
  await read(0, 2, 2);
  for (const seqno of [2, 3]) expect(await read(0, seqno, 1)).toEqual(stateAt(0, seqno));
  expect(counts.read).toBe(2);
});

it('a state of another range says nothing', async () => {
  const { rounds, counts, read } = chain();
  rounds.push([0], [], []);
  await read(0, 2, 2);
  await read(0, 3, 1);
  expect(counts).toMatchObject({ read: 2, asked: 0 });
});

it('at each round, in any order and at once, the state is the one that a read gives', async () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ round: fc.subarray([0, 1, 2]) }),
      fc.record({ reads: fc.array(fc.tuple(fc.nat(2), fc.nat(9)), { minLength: 1, maxLength: 5 }) }),
    ),
    { maxLength: 60 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (some) => {
      const { rounds, read, stateAt } = chain();
      rounds.push([0, 1]);
      for (const step of some) {
        if ('round' in step) {
          rounds.push(step.round);
          continue;
        }
        const asked = step.reads.map(([account, back]) => [account, Math.max(1, rounds.length - back)] as const);
        const answers = await Promise.all(asked.map(([account, seqno]) => read(account, seqno)));
        expect(answers).toEqual(asked.map(([account, seqno]) => stateAt(account, seqno)));
      }
    }),
  );
});
