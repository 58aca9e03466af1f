import { expect } from '@jest/globals';
import fc from 'fast-check';
import {
  addressOf,
  askAt,
  base64,
  type DrawnView,
  drawnRequests,
  expectedBookRow,
  expectOk,
  interfacesOf,
} from './account-draws.test-support.ts';
import type { DrawnState } from './drawn-accounts.test-support.ts';
import type { TestGateway } from './test-gateway.test-support.ts';

/** The state as accountStates must print it. */
function expectedState({ row, code, data, currencies }: DrawnState, withBags: boolean): Record<string, unknown> {
  return {
    address: addressOf(row),
    account_state_hash: base64(row.hash),
    balance: String(row.balance),
    extra_currencies: currencies,
    status: row.status,
    ...(row.frozenHash === null ? {} : { frozen_hash: base64(row.frozenHash) }),
    last_transaction_hash: base64(row.transactionHash),
    last_transaction_lt: String(row.lt),
    ...(row.dataHash === null ? {} : { data_hash: base64(row.dataHash) }),
    ...(row.codeHash === null ? {} : { code_hash: base64(row.codeHash) }),
    ...(withBags && data?.isStored === true ? { data_boc: base64(data.boc) } : {}),
    ...(withBags && code !== null && code.boc !== null ? { code_boc: base64(code.boc) } : {}),
    contract_methods: code?.methods ?? null,
    interfaces: interfacesOf(code?.wallet ?? null),
  };
}

/** Compares answers about drawn accounts with the states that looking at every row gives. */
export async function compareAccountStates(gateway: TestGateway, view: DrawnView, numRuns: number): Promise<void> {
  const { chain, watermark, stateOf } = view;
  const includes = fc.constantFrom(undefined, true, false);
  const codes = fc.option(fc.subarray([...chain.codes], { minLength: 1, maxLength: 3 }), { freq: 3, nil: undefined });
  await fc.assert(
    fc.asyncProperty(drawnRequests(chain), includes, codes, async ({ base, accounts, texts }, include, codeFilter) => {
      const query = new URLSearchParams(texts.map((text): [string, string] => ['address', text]));
      if (include !== undefined) query.set('include_boc', String(include));
      for (const { hash } of codeFilter ?? []) query.append('code_hash', base64(hash));
      const hasCode = (state: DrawnState): boolean => codeFilter === undefined || codeFilter.includes(state.code!);
      const states = accounts
        .map(({ account }) => stateOf(account))
        .filter((state) => state !== undefined)
        .filter(hasCode);
      const answer = await askAt(gateway, `${base}/v3/accountStates?${query.toString()}`, watermark);
      expectOk(answer);
      expect(answer.json).toEqual({
        accounts: states.map((state) => expectedState(state, include !== false)),
        address_book: Object.fromEntries(
          states.map(({ row }) => [addressOf(row), expectedBookRow(row, row.codeHash, chain)]),
        ),
        metadata: {},
      });
    }),
    { seed: watermark, numRuns },
  );
}

/** Compares the address book of drawn texts. Its keys are the texts themselves. */
export async function compareAddressBook(gateway: TestGateway, view: DrawnView, numRuns: number): Promise<void> {
  const { chain, watermark, bookCodeOf } = view;
  await fc.assert(
    fc.asyncProperty(drawnRequests(chain), async ({ base, accounts, texts }) => {
      const query = new URLSearchParams(texts.map((text): [string, string] => ['address', text]));
      const answer = await askAt(gateway, `${base}/v3/addressBook?${query.toString()}`, watermark);
      expectOk(answer);
      expect(Object.keys(answer.json)).toEqual([...new Set(texts)].sort());
      const printed = new Set(Object.values(answer.json).map((row) => JSON.stringify(row)));
      const expected = accounts.map((key) => expectedBookRow(key, bookCodeOf(key.account), chain));
      expect(printed).toEqual(new Set(expected.map((row) => JSON.stringify(row))));
    }),
    { seed: watermark, numRuns },
  );
}
