import { describe, expect, it } from '@jest/globals';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { createInterfaceStates } from './interface-states.ts';

const [BUSY, QUIET, DELETED] = [1, 2, 3];
const addressOf = (account: number): string => `0:${account.toString(16).padStart(2, '0').repeat(32).toUpperCase()}`;
const START_LT = 50_000_000_000_000n;
const MONTH_LT = 1_000_000_000_000n;

interface StoredState {
  readonly account: number;
  readonly lt: bigint;
  readonly round: number;
  readonly hasCode?: boolean;
}

const stored: readonly StoredState[] = [
  { account: BUSY, lt: START_LT - MONTH_LT, round: 10 },
  { account: BUSY, lt: START_LT - 5n, round: 99 },
  { account: BUSY, lt: START_LT + 5n, round: 101 },
  { account: QUIET, lt: START_LT - MONTH_LT, round: 10 },
  { account: DELETED, lt: START_LT - MONTH_LT, round: 10 },
  { account: DELETED, lt: START_LT + 5n, round: 100, hasCode: false },
];

describe('what accounts were at the ends of rounds', () => {
  const open = () => {
    const asked: { readonly fromLt: bigint; readonly accounts: readonly number[] }[] = [];
    const select = async (_columns: unknown, sql: string, { fromLt }: { readonly fromLt: bigint }) => {
      const accounts = [BUSY, QUIET, DELETED].filter((account) => sql.includes(addressOf(account).slice(2)));
      asked.push({ fromLt, accounts });
      return stored
        .filter(({ account, lt }) => accounts.includes(account) && lt >= fromLt)
        .map(({ account, lt, round, hasCode = true }) => ({
          workchain: 0,
          account: Buffer.alloc(32, account),
          lt,
          kind: hasCode ? 'jetton_wallet' : 'none',
          mcBlockSeqno: round,
          codeHash: hasCode ? new Uint8Array(32) : null,
          confirmation: 'own',
          ownerText: null,
          parentText: `of round ${round}`,
          generation: 1,
        }));
    };
    const store = { select } as unknown as ClickHouseStore;
    return { asked, states: createInterfaceStates(store, { first: 100, last: 101, startLt: START_LT }) };
  };
  const jettonAt = (states: ReturnType<typeof open>['states'], account: number, round: number, lts: bigint[] = []) =>
    states.at(addressOf(account), { round, lts: new Set(lts) })?.interfaces.jettonWallet?.jetton;

  it('are read without the history of an account that is used all the time', async () => {
    const { asked, states } = open();
    await states.load([addressOf(BUSY)]);
    expect(asked).toHaveLength(1);
    expect(asked[0]!.fromLt).toBeGreaterThan(START_LT - MONTH_LT);
    expect([100, 101].map((round) => jettonAt(states, BUSY, round))).toEqual(['of round 99', 'of round 101']);
  });

  it('are looked for in the whole history of an account that was quiet, or was deleted', async () => {
    const { asked, states } = open();
    await states.load([BUSY, QUIET, DELETED].map(addressOf));
    expect(asked.slice(1)).toEqual([{ fromLt: 0n, accounts: [QUIET, DELETED] }]);
    expect(jettonAt(states, QUIET, 100)).toBe('of round 10');
    expect(jettonAt(states, DELETED, 100)).toBeUndefined();
    expect(jettonAt(states, DELETED, 100, [START_LT + 5n])).toBe('of round 10');
  });
});
