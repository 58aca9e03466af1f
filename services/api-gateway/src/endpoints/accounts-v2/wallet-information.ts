import { accountStatusV2, decimal, integer, transactionIdV2 } from '@tonriver/api-model';
import { z } from 'zod';
import { textOf } from '../../answers/json-text.ts';
import { withRoomForCells } from '../accounts/cells.ts';
import { readWallets, walletStatesOf } from '../accounts/wallets.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { accountQuery, aboutAccount, balanceOf, lastTransactionOf, readAccountAt, statusOf } from './read-account.ts';

const walletSchema = z
  .strictObject({
    '@type': z.literal('ext.accounts.walletInformation'),
    wallet: z.boolean(),
    balance: decimal,
    account_state: accountStatusV2,
    last_transaction_id: transactionIdV2,
    wallet_type: z.string().optional(),
    seqno: integer.optional().meta({ description: 'Signed, 32 bits' }),
    wallet_id: integer.optional().meta({ description: 'Signed, 32 bits' }),
    is_signature_allowed: z.boolean().optional(),
  })
  .meta({ id: 'WalletInformationV2' });

/** v2 getWalletInformation: what the code and data of a wallet say. */
export const getWalletInformation = defineEndpoint({
  ...aboutAccount,
  path: '/v2/getWalletInformation',
  summary: 'Type, seqno and id of a wallet',
  description: 'Plain wallets, v1 to v5, are known by the hash of their code. Of any other account, wallet is false.',
  query: accountQuery,
  answerSchema: walletSchema,
  async answer(request, context) {
    const { reader, dialect } = context;
    const { state } = await readAccountAt(request, context);
    const states = state === undefined ? [] : [state];
    const wallets = await withRoomForCells(reader, dialect, walletStatesOf(states), () => readWallets(reader, states));
    const wallet = state === undefined ? undefined : wallets.get(state);
    return {
      text: textOf({
        '@type': 'ext.accounts.walletInformation',
        wallet: wallet !== undefined,
        balance: balanceOf(state),
        account_state: statusOf(state),
        last_transaction_id: lastTransactionOf(state),
        ...(wallet === undefined ? {} : { wallet_type: wallet.type, seqno: wallet.seqno | 0 }),
        ...(wallet?.walletId === undefined ? {} : { wallet_id: wallet.walletId | 0 }),
        ...(wallet?.isSignatureAllowed === undefined ? {} : { is_signature_allowed: wallet.isSignatureAllowed }),
      } satisfies z.output<typeof walletSchema>),
    };
  },
});
