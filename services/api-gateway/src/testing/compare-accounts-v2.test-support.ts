import { expect } from '@jest/globals';
import { userFriendlyAddress } from '@tonriver/api-model';
import fc from 'fast-check';
import { knownInterfacesOf } from '../answers/known-interfaces.ts';
import { askAt, base64, type DrawnView, drawnRequests } from './account-draws.test-support.ts';
import { answerSchemaOf } from './answer-schema.test-support.ts';
import { walletMembers } from './compare-wallets.test-support.ts';
import type { DrawnState } from './drawn-accounts.test-support.ts';
import type { TestGateway } from './test-gateway.test-support.ts';

type Members = Readonly<Record<string, unknown>>;

const METHODS = [
  'getAddressBalance',
  'getAddressState',
  'getAddressInformation',
  'getExtendedAddressInformation',
  'getWalletInformation',
] as const;

/** What an endpoint must tell of a state; undefined: the account does not exist. `unknown`: cells are not stored. */
function expectedResult(
  method: (typeof METHODS)[number],
  state: DrawnState | undefined,
  { workchain, account }: { readonly workchain: number; readonly account: Uint8Array },
): unknown {
  const row = state?.row;
  const balance = String(row?.balance ?? 0n);
  const status = row?.status === 'active' || row?.status === 'frozen' ? row.status : 'uninitialized';
  const last = {
    '@type': 'internal.transactionId',
    lt: String(row?.lt ?? 0n),
    hash: base64(row?.transactionHash ?? new Uint8Array(32)),
  };
  const lacksCode = state !== undefined && state.code !== null && state.code.boc === null;
  const lacksCells = lacksCode || state?.data?.isStored === false;
  const cells = (bag: Uint8Array | null | undefined): string => base64(bag ?? new Uint8Array(0));
  const shown = {
    balance,
    extra_currencies: Object.entries(state?.currencies ?? {}).map(([id, amount]) => {
      return { '@type': 'extraCurrency', id: Number(id), amount };
    }),
    last_transaction_id: last,
  };
  const frozenHash = cells(row?.frozenHash);
  const wallet = state === undefined ? undefined : walletMembers(state);
  switch (method) {
    case 'getAddressBalance':
      return balance;
    case 'getAddressState':
      return status;
    case 'getAddressInformation':
      if (lacksCells) return 'unknown';
      return {
        '@type': 'raw.fullAccountState',
        ...shown,
        code: cells(state?.code?.boc),
        data: cells(state?.data?.boc),
        frozen_hash: frozenHash,
        state: status,
      };
    case 'getExtendedAddressInformation': {
      if (lacksCells) return 'unknown';
      const accountHex = Buffer.from(account).toString('hex');
      const friendly = userFriendlyAddress({ workchain, accountHex, isBounceable: true, isTestnet: false });
      return {
        '@type': 'fullAccountState',
        ...shown,
        address: { '@type': 'accountAddress', account_address: friendly },
        account_state:
          (state?.code ?? null) === null || state === undefined
            ? { '@type': 'uninited.accountState', frozen_hash: frozenHash }
            : rawState(state, frozenHash, cells),
        revision: 0,
      };
    }
    case 'getWalletInformation': {
      if (wallet === 'unknown') return wallet;
      const signed = Object.fromEntries(
        Object.entries(wallet ?? {}).map(([name, value]) => [name, typeof value === 'number' ? value | 0 : value]),
      );
      return {
        '@type': 'ext.accounts.walletInformation',
        wallet: wallet !== undefined,
        balance,
        account_state: status,
        last_transaction_id: last,
        ...signed,
      };
    }
  }
}

/** Codes of wallets are not stored in a drawn chain, so that every code here is another one. */
function rawState({ code, data, row }: DrawnState, frozenHash: string, cells: (bag?: Uint8Array | null) => string) {
  expect(knownInterfacesOf(row.codeHash)).toEqual([]);
  return { '@type': 'raw.accountState', code: cells(code?.boc), data: cells(data?.boc), frozen_hash: frozenHash };
}

/** Compares the endpoints of v2 about one account with drawn states. */
export async function compareAccountsV2(gateway: TestGateway, view: DrawnView, numRuns: number): Promise<void> {
  const { chain, watermark, stateOf, isComplete } = view;
  await fc.assert(
    fc.asyncProperty(
      drawnRequests(chain, 1),
      fc.constantFrom(...METHODS),
      async ({ base, accounts, texts }, method) => {
        const [account] = accounts;
        const found = stateOf(account!.account);
        const state = found?.row.status === 'nonexist' ? undefined : found;
        const expected = expectedResult(method, state, account!);
        // The gateway waits a while for cells that are not stored yet: the tests of that endpoint are enough.
        if (expected === 'unknown' && method !== 'getWalletInformation') return;
        const path = `${base}/v2/${method}?${new URLSearchParams({ address: texts[0]! }).toString()}`;
        const { status, json } = await askAt(gateway, path, watermark);
        if (found === undefined && !isComplete) {
          const error = 'the state of this account is from before the indexed range';
          expect([status, json['error']]).toEqual([base === '/api' ? 404 : 500, error]);
        } else if (expected === 'unknown') {
          expect([status, json['error']]).toEqual([503, expect.stringMatching(/is not stored yet$/)]);
        } else {
          expect([status, json['error']]).toEqual([200, undefined]);
          expect(withoutBlock(json['result'])).toEqual(expected);
          const schema = answerSchemaOf(`/v2/${method}`, base === '/api' ? 'contract' : 'deployed');
          expect(schema.safeParse(json).error).toBeUndefined();
        }
      },
    ),
    { seed: watermark, numRuns },
  );
}

/** Without the block at which the account was looked at, which the schema checks. */
function withoutBlock(result: unknown): unknown {
  if (typeof result !== 'object' || result === null) return result;
  const { block_id: _block, sync_utime: _time, ...members } = result as Members;
  return members;
}
