import {
  accountStatus,
  address,
  addressListParameter,
  decimal,
  extraCurrencies,
  hash,
  integer,
  objectSchemas,
} from '@tonriver/api-model';
import { z } from 'zod';
import { arrayText, objectText, textOf } from '../../answers/json-text.ts';
import { accountExample } from '../accounts/account-example.ts';
import { knownAccounts, requiredAccounts } from '../accounts/account-list.ts';
import { withRoomForCells } from '../accounts/cells.ts';
import { readCurrencies } from '../accounts/currencies.ts';
import type { StateRow } from '../accounts/state-rows.ts';
import { readStatesAt } from '../accounts/states-at.ts';
import { readWallets, type Wallet, walletStatesOf } from '../accounts/wallets.ts';
import { eachDialect } from '../by-dialect.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { base64Of } from '../../answers/base64.ts';

const walletState = z
  .strictObject({
    address,
    is_wallet: z.boolean(),
    wallet_type: z.string().optional(),
    seqno: integer.optional(),
    wallet_id: integer.optional(),
    balance: decimal,
    extra_currencies: extraCurrencies.optional(),
    is_signature_allowed: z.boolean().optional(),
    status: accountStatus,
    code_hash: hash.optional(),
    last_transaction_hash: hash,
    last_transaction_lt: decimal,
  })
  .meta({ id: 'WalletState' });

/**
 * GET walletStates: the states of accounts as wallets.
 *
 * Access path: as `accountStates`, without code and with data of the accounts only whose code is a plain wallet's.
 */
export const walletStates = defineEndpoint({
  path: '/v3/walletStates',
  tag: 'accounts',
  summary: 'States of accounts as wallets',
  description:
    'In the order in which the accounts are named; an account whose state is not known is left out. Plain wallets, v1 ' +
    'to v5, are known by the hash of their code. 503 while the data of a wallet is not stored yet.',
  query: {
    schema: z.object({ address: addressListParameter('Account').optional() }),
    required: ['address'],
    read: (query, dialect) => ({ accounts: requiredAccounts(query.address, dialect) }),
  },
  example: accountExample,
  answerSchema: eachDialect((dialect) =>
    z
      .strictObject({
        wallets: z.array(walletState),
        address_book: objectSchemas(dialect).addressBook,
        metadata: objectSchemas(dialect).metadata,
      })
      .meta({ id: 'WalletStates' }),
  ),
  caching: 'watermark',
  async answer({ accounts }, context) {
    const { reader, dialect, visibility } = context;
    const { states, isComplete } = await readStatesAt(reader, accounts, visibility);
    const rows = [...states.values()];
    const read = () => Promise.all([readWallets(reader, rows), readCurrencies(reader, rows)]);
    const [wallets, currencies] = await withRoomForCells(reader, dialect, walletStatesOf(rows), read);
    const printed = [...states].map(([printedAddress, row], index) =>
      textOf(walletStateOf(printedAddress, row, wallets.get(row), currencies[index] ?? null)),
    );
    return {
      text: objectText({
        wallets: arrayText(printed),
        ...(await knownAccounts([...states], context)),
      }),
      isCacheable: isComplete || states.size === accounts.length,
    };
  },
});

function walletStateOf(
  printedAddress: string,
  row: StateRow,
  wallet: Wallet | undefined,
  currencies: Readonly<Record<string, string>> | null,
): z.output<typeof walletState> {
  return {
    address: printedAddress,
    is_wallet: wallet !== undefined,
    ...(wallet === undefined ? {} : { wallet_type: wallet.type, seqno: wallet.seqno }),
    ...(wallet?.walletId === undefined ? {} : { wallet_id: wallet.walletId }),
    balance: String(row.balance),
    ...(currencies === null ? {} : { extra_currencies: { ...currencies } }),
    ...(wallet?.isSignatureAllowed === undefined ? {} : { is_signature_allowed: wallet.isSignatureAllowed }),
    status: row.status,
    ...(row.codeHash === null ? {} : { code_hash: base64Of(row.codeHash) }),
    last_transaction_hash: base64Of(row.transactionHash),
    last_transaction_lt: String(row.lt),
  };
}
