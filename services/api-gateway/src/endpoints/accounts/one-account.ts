import { addressParameter, booleanParameter } from '@tonriver/api-model';
import { z } from 'zod';
import { hexOf } from '@tonriver/chain-reader';
import type { Dialect } from '../../dialects/dialect.ts';
import { GatewayError } from '../../gateway-error.ts';
import type { ReadingContext } from '../endpoint-definition.ts';
import { type AccountKey, addressText } from './account-key.ts';
import type { StateRow } from './state-rows.ts';
import { readStatesAt } from './states-at.ts';

/** The parameters of endpoints that answer about one account in words of v2. */
export const oneAccountQuery = z.object({
  address: addressParameter('Account').optional(),
  use_v2: booleanParameter('Whether the status is told in the words of v2, such as uninitialized').optional(),
});

/** One account, and in which words its status is told. */
export interface OneAccountRequest {
  readonly account: AccountKey;
  readonly inWordsOfV2: boolean;
}

/** @throws {GatewayError} when the address is missing, or not that of an account */
export function readOneAccount(
  { address, use_v2: inWordsOfV2 = false }: z.output<typeof oneAccountQuery>,
  dialect: Dialect,
): OneAccountRequest {
  if (address?.kind !== 'std') {
    const text = 'address of account is required';
    throw dialect.name === 'deployed'
      ? new GatewayError('bad_request', text, { status: 401 })
      : dialect.badRequest(text);
  }
  return { account: { workchain: address.workchain, accountHex: hexOf(address.hash) }, inWordsOfV2 };
}

/** What is told of an account that does not exist. */
const NO_TRANSACTION = {
  last_transaction_lt: '0',
  last_transaction_hash: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
} as const;

/** The state of an account; undefined: it does not exist. */
interface OneState {
  readonly row: StateRow | undefined;
  readonly isCacheable: boolean;
}

/**
 * Reads the state of one account.
 *
 * An account without a known state may have one from before the indexed range, unless every account was known there.
 * The deployed service takes it for one that does not exist, and so does its dialect; the contract says that it is not
 * known.
 *
 * @throws {GatewayError} `not_found` in the contract, when it is not known whether the account exists
 */
export async function readOneState(
  { reader, dialect, visibility }: ReadingContext,
  account: AccountKey,
): Promise<OneState> {
  const { states, isComplete } = await readStatesAt(reader, [account], visibility);
  const row = states.get(addressText(account));
  if (row === undefined && !isComplete && dialect.name === 'contract') {
    throw new GatewayError('not_found', 'account state unknown');
  }
  return { row, isCacheable: row !== undefined || isComplete };
}

/** Returns the status in the words of v3 or of v2, which has no word for an account that was deleted. */
export function statusOf(row: StateRow | undefined, inWordsOfV2: boolean): string {
  const status = row?.status ?? 'uninit';
  if (!inWordsOfV2) return status;
  return status === 'uninit' || status === 'nonexist' ? 'uninitialized' : status;
}

/** Returns the last transaction. v2 knows none of an account that was deleted. */
export function lastTransactionOf(
  row: StateRow | undefined,
  inWordsOfV2: boolean,
): { readonly last_transaction_lt: string; readonly last_transaction_hash: string } {
  if (row === undefined || (inWordsOfV2 && row.status === 'nonexist')) return NO_TRANSACTION;
  return {
    last_transaction_lt: String(row.lt),
    last_transaction_hash: Buffer.from(row.transactionHash).toString('base64'),
  };
}

/** The words that a status can have. */
export const statusWords = z.enum(['uninit', 'frozen', 'active', 'nonexist', 'uninitialized']);
