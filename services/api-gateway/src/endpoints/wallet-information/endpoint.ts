import { decimal, hash, integer } from '@tonriver/api-model';
import { z } from 'zod';
import { textOf } from '../../answers/json-text.ts';
import { GatewayError } from '../../gateway-error.ts';
import { oneAccountExample } from '../accounts/account-example.ts';
import { withRoomForCells } from '../accounts/cells.ts';
import {
  lastTransactionOf,
  oneAccountQuery,
  readOneAccount,
  readOneState,
  statusOf,
  statusWords,
} from '../accounts/one-account.ts';
import { readWallets, walletStatesOf } from '../accounts/wallets.ts';
import { defineEndpoint } from '../define-endpoint.ts';

/**
 * GET walletInformation: balance, seqno and id of one wallet.
 *
 * Access path: as `walletStates`.
 */
export const walletInformation = defineEndpoint({
  path: '/v3/walletInformation',
  otherPaths: ['/v3/wallet'],
  tag: 'accounts',
  summary: 'Balance, seqno and id of a wallet',
  description: {
    contract:
      'Plain wallets, v1 to v5, are known by the hash of their code. An account that does not exist is uninit. 404 when ' +
      'its state is not known: it is from before the indexed range. 503 while the data of the wallet is not stored yet.',
    deployed:
      'Plain wallets, v1 to v5, are known by the hash of their code. An account without a known state is uninit. 503 ' +
      'while the data of the wallet is not stored yet.',
  },
  query: { schema: oneAccountQuery, required: ['address'], read: readOneAccount },
  example: oneAccountExample,
  errors: {
    contract: { 404: 'The state of the account is not known', 409: 'Not a wallet' },
    deployed: { 401: 'The address is missing, or not that of an account', 409: 'Not a wallet' },
  },
  answerSchema: z
    .strictObject({
      balance: decimal,
      wallet_type: z.string().optional(),
      seqno: integer.optional(),
      wallet_id: integer.optional(),
      last_transaction_lt: decimal,
      last_transaction_hash: hash,
      status: statusWords,
    })
    .meta({ id: 'WalletInformation' }),
  caching: 'watermark',
  async answer({ account, inWordsOfV2 }, context) {
    const { reader, dialect } = context;
    const { row, isCacheable } = await readOneState(context, account);
    const rows = row === undefined ? [] : [row];
    const wallets = await withRoomForCells(reader, dialect, walletStatesOf(rows), () => readWallets(reader, rows));
    const wallet = row === undefined ? undefined : wallets.get(row);
    const status = statusOf(row, inWordsOfV2);
    if (wallet === undefined && status !== 'uninit' && status !== 'uninitialized') {
      throw new GatewayError('bad_request', 'not a wallet', { status: 409 });
    }
    return {
      text: textOf({
        balance: String(row?.balance ?? 0n),
        ...(wallet === undefined ? {} : { wallet_type: wallet.type, seqno: wallet.seqno }),
        ...(wallet?.walletId === undefined ? {} : { wallet_id: wallet.walletId }),
        ...lastTransactionOf(row, inWordsOfV2),
        status,
      }),
      isCacheable,
    };
  },
});
