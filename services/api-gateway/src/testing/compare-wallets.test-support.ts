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
} from './account-draws.test-support.ts';
import type { DrawnState } from './drawn-accounts.test-support.ts';
import type { TestGateway } from './test-gateway.test-support.ts';

type Members = Readonly<Record<string, unknown>>;

/** What the data of a state tells if it is a wallet; undefined if it is none, `unknown` if its data is not stored. */
export function walletMembers({ code, data }: DrawnState): Members | 'unknown' | undefined {
  if (code === null || data === null) return undefined;
  const { wallet } = code;
  if (wallet === null) return undefined;
  if (!data.isStored) return 'unknown';
  if (data.isShort) return undefined;
  const hasId = !wallet.startsWith('wallet v1') && !wallet.startsWith('wallet v2');
  return {
    wallet_type: wallet,
    seqno: data.seqno,
    ...(hasId ? { wallet_id: data.walletId } : {}),
    ...(wallet.startsWith('wallet v5') ? { is_signature_allowed: data.isSignatureAllowed } : {}),
  };
}

function expectedWallet(state: DrawnState): Members {
  const { row, currencies } = state;
  const wallet = walletMembers(state) as Members | undefined;
  return {
    address: addressOf(row),
    is_wallet: wallet !== undefined,
    ...wallet,
    balance: String(row.balance),
    extra_currencies: currencies,
    status: row.status,
    ...(row.codeHash === null ? {} : { code_hash: base64(row.codeHash) }),
    last_transaction_hash: base64(row.transactionHash),
    last_transaction_lt: String(row.lt),
  };
}

/** Compares walletStates of drawn accounts. */
export async function compareWalletStates(gateway: TestGateway, view: DrawnView, numRuns: number): Promise<void> {
  const { chain, watermark, stateOf } = view;
  await fc.assert(
    fc.asyncProperty(drawnRequests(chain, 12), async ({ base, accounts, texts }) => {
      const query = new URLSearchParams(texts.map((text): [string, string] => ['address', text]));
      const states = accounts.map(({ account }) => stateOf(account)).filter((state) => state !== undefined);
      const answer = await askAt(gateway, `${base}/v3/walletStates?${query.toString()}`, watermark);
      const unknown = states.find((state) => walletMembers(state) === 'unknown');
      if (unknown !== undefined) {
        expect([answer.status, answer.json['error']]).toEqual([
          503,
          expect.stringMatching(/^the data of .* is not stored/),
        ]);
        return;
      }
      expectOk(answer);
      expect(answer.json).toEqual({
        wallets: states.map(expectedWallet),
        address_book: Object.fromEntries(
          states.map(({ row }) => [addressOf(row), expectedBookRow(row, row.codeHash, chain)]),
        ),
        metadata: {},
      });
    }),
    { seed: watermark, numRuns },
  );
}

const NONE = { last_transaction_lt: '0', last_transaction_hash: base64(new Uint8Array(32)) };

/** What both endpoints about one account tell of it: its balance, status and last transaction. */
function expectedAccount(state: DrawnState | undefined, inWordsOfV2: boolean): Members {
  const status = state?.row.status ?? 'uninit';
  const isGone = state === undefined || (inWordsOfV2 && status === 'nonexist');
  return {
    balance: String(state?.row.balance ?? 0),
    status: inWordsOfV2
      ? { uninit: 'uninitialized', nonexist: 'uninitialized', active: 'active', frozen: 'frozen' }[status]
      : status,
    ...(isGone
      ? NONE
      : {
          last_transaction_lt: String(state.row.lt),
          last_transaction_hash: base64(state.row.transactionHash),
        }),
  };
}

function base64OrNull(bytes: Uint8Array | null | undefined): string | null {
  return bytes === null || bytes === undefined ? null : base64(bytes);
}

function expectedInformation(state: DrawnState | undefined, inWordsOfV2: boolean): Members | 'unknown' {
  const lacksCode = state !== undefined && state.code !== null && state.code.boc === null;
  if (lacksCode || state?.data?.isStored === false) return 'unknown';
  return {
    ...expectedAccount(state, inWordsOfV2),
    code: base64OrNull(state?.code?.boc),
    data: base64OrNull(state?.data?.boc),
    frozen_hash: base64OrNull(state?.row.frozenHash),
  };
}

function expectedWalletInformation(
  state: DrawnState | undefined,
  inWordsOfV2: boolean,
): Members | 'unknown' | undefined {
  const wallet = state === undefined ? undefined : walletMembers(state);
  if (wallet === 'unknown') return wallet;
  const account = expectedAccount(state, inWordsOfV2);
  if (wallet === undefined)
    return account['status'] === 'uninit' || account['status'] === 'uninitialized' ? account : undefined;
  const { is_signature_allowed: _left, ...members } = wallet;
  return { ...account, ...members };
}

/** Compares addressInformation and walletInformation of drawn accounts. */
export async function compareOneAccount(gateway: TestGateway, view: DrawnView, numRuns: number): Promise<void> {
  const { chain, watermark, stateOf, isComplete } = view;
  const names = fc.constantFrom('addressInformation', 'account', 'walletInformation', 'wallet');
  await fc.assert(
    fc.asyncProperty(
      drawnRequests(chain, 1),
      names,
      fc.constantFrom(undefined, true, false),
      async (drawn, name, v2) => {
        const { base, accounts, texts } = drawn;
        const query = new URLSearchParams({ address: texts[0]!, ...(v2 === undefined ? {} : { use_v2: String(v2) }) });
        const state = stateOf(accounts[0]!.account);
        const { status, json } = await askAt(gateway, `${base}/v3/${name}?${query.toString()}`, watermark);
        if (state === undefined && !isComplete && base === '/api') {
          expect([status, json]).toEqual([404, { code: 404, error: 'account state unknown' }]);
          return;
        }
        const isWallet = name.startsWith('wallet');
        const expected = isWallet
          ? expectedWalletInformation(state, v2 === true)
          : expectedInformation(state, v2 === true);
        if (expected === 'unknown')
          expect([status, json['error']]).toEqual([503, expect.stringMatching(/is not stored yet$/)]);
        else if (expected === undefined) expect([status, json]).toEqual([409, { code: 409, error: 'not a wallet' }]);
        else expect([status, json]).toEqual([200, expected]);
      },
    ),
    { seed: watermark, numRuns },
  );
}
