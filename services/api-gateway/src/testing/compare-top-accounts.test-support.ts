import { expect } from '@jest/globals';
import { DIALECT_NAMES } from '@tonriver/api-model';
import fc from 'fast-check';
import { addressOf, askAt, type DrawnView, expectOk } from './account-draws.test-support.ts';
import type { TestGateway } from './test-gateway.test-support.ts';

const BASES = { contract: '/api', deployed: '/toncenter/api' } as const;

/** Compares pages of topAccountsByBalance with the order of all known states. */
export async function compareTopAccounts(gateway: TestGateway, view: DrawnView, numRuns: number): Promise<void> {
  const { chain, watermark, stateOf } = view;
  const balances = chain.accounts.flatMap((key) => {
    const state = stateOf(key.account);
    return state === undefined ? [] : [{ ...key, balance: state.row.balance }];
  });
  const sorted = balances.toSorted(
    (left, right) =>
      Number(right.balance - left.balance) ||
      left.workchain - right.workchain ||
      Buffer.compare(left.account, right.account),
  );
  const limits = fc.option(fc.integer({ min: 1, max: 70 }), { nil: undefined });
  const offsets = fc.option(fc.integer({ min: 0, max: 70 }), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...DIALECT_NAMES), limits, offsets, async (dialect, limit, offset) => {
      const query = new URLSearchParams();
      if (limit !== undefined) query.set('limit', String(limit));
      if (offset !== undefined) query.set('offset', String(offset));
      const answer = await askAt(gateway, `${BASES[dialect]}/v3/topAccountsByBalance?${query.toString()}`, watermark);
      expectOk(answer);
      const from = offset ?? 0;
      expect(answer.json).toEqual(
        sorted
          .slice(from, from + (limit ?? 100))
          .map((account) => ({ account: addressOf(account), balance: String(account.balance) })),
      );
    }),
    { seed: watermark, numRuns },
  );
}
