import {
  accountAddressV2,
  bagOfCells,
  blockIdV2,
  decimal,
  extraCurrencyV2,
  hashOrEmpty,
  integer,
  transactionIdV2,
} from '@tonriver/api-model';
import { Bag, BocError } from '@tonriver/boc';
import { z } from 'zod';
import { textOf } from '../../answers/json-text.ts';
import { knownInterfacesOf } from '../../answers/known-interfaces.ts';
import type { StateCells } from '../accounts/cells.ts';
import type { StateRow } from '../accounts/state-rows.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { addressOfV2 } from '../transactions-v2/print-transaction.ts';
import { blockIdOfV2 } from './at-round.ts';
import {
  aboutAccount,
  accountQuery,
  balanceOf,
  currenciesOf,
  frozenHashOf,
  lastTransactionOf,
  readAccountAt,
  readWholeCells,
  textOfCells,
} from './read-account.ts';

const walletMembers = { wallet_id: integer, seqno: integer };
const rawState = z.strictObject({
  '@type': z.literal('raw.accountState'),
  code: bagOfCells,
  data: bagOfCells,
  frozen_hash: hashOrEmpty,
});
const uninitedState = z.strictObject({ '@type': z.literal('uninited.accountState'), frozen_hash: hashOrEmpty });
const walletV3State = z.strictObject({ '@type': z.literal('wallet.v3.accountState'), ...walletMembers });
const walletV4State = z.strictObject({ '@type': z.literal('wallet.v4.accountState'), ...walletMembers });
const highloadV1State = z.strictObject({ '@type': z.literal('wallet.highload.v1.accountState'), ...walletMembers });
const highloadV2State = z.strictObject({ '@type': z.literal('wallet.highload.v2.accountState'), wallet_id: integer });
const accountState = z
  .discriminatedUnion('@type', [
    rawState,
    uninitedState,
    walletV3State,
    walletV4State,
    highloadV1State,
    highloadV2State,
  ])
  .meta({ id: 'AccountStateV2' });

const extendedSchema = z
  .strictObject({
    '@type': z.literal('fullAccountState'),
    address: accountAddressV2,
    balance: decimal,
    extra_currencies: z.array(extraCurrencyV2),
    last_transaction_id: transactionIdV2,
    block_id: blockIdV2,
    sync_utime: integer,
    account_state: accountState,
    revision: integer.meta({ description: 'Of the kind of wallet; 0 where it has none' }),
  })
  .meta({ id: 'ExtendedAccountState' });

type AccountState = z.output<typeof accountState>;
type WalletKind = Exclude<AccountState['@type'], 'raw.accountState' | 'uninited.accountState'>;

/** Wallets whose data is read: name of the interface → kind, and which revision of the kind. */
const KINDS: Readonly<Record<string, readonly [kind: WalletKind, revision: number]>> = {
  wallet_v3r1: ['wallet.v3.accountState', 1],
  wallet_v3r2: ['wallet.v3.accountState', 2],
  wallet_v4r1: ['wallet.v4.accountState', 1],
  wallet_v4r2: ['wallet.v4.accountState', 2],
  wallet_highload_v1r1: ['wallet.highload.v1.accountState', 1],
  wallet_highload_v1r2: ['wallet.highload.v1.accountState', 2],
  wallet_highload_v2: ['wallet.highload.v2.accountState', -1],
  wallet_highload_v2r1: ['wallet.highload.v2.accountState', 1],
  wallet_highload_v2r2: ['wallet.highload.v2.accountState', 2],
};

/** v2 getExtendedAddressInformation: a state, with what the data of some wallets says. */
export const getExtendedAddressInformation = defineEndpoint({
  ...aboutAccount,
  path: '/v2/getExtendedAddressInformation',
  summary: 'State of an account; of some wallets seqno and id',
  description:
    'account_state has code and data, of wallets v3, v4 and highload v1, v2 what their data says. An account that does ' +
    'not exist is uninited.',
  query: {
    schema: accountQuery.schema,
    // The seqno is not checked: one that no block has is not indexed.
    read: ({ address: { workchain, accountHex }, seqno }) => ({ workchain, accountHex, seqno }),
  },
  answerSchema: extendedSchema,
  async answer(request, context) {
    const { reader, dialect } = context;
    const { state, block } = await readAccountAt(request, context);
    const cells = state === undefined ? undefined : await readWholeCells(reader, state, dialect);
    const address = addressOfV2(request.workchain, Buffer.from(request.accountHex, 'hex'));
    return {
      text: textOf({
        '@type': 'fullAccountState',
        address: { '@type': 'accountAddress', account_address: address },
        balance: balanceOf(state),
        extra_currencies: await currenciesOf(reader, state),
        last_transaction_id: lastTransactionOf(state),
        block_id: blockIdOfV2(block),
        sync_utime: block.genUtime,
        ...accountStateOf(state, cells),
      } satisfies z.output<typeof extendedSchema>),
    };
  },
});

function accountStateOf(
  state: StateRow | undefined,
  cells: StateCells | undefined,
): { readonly account_state: AccountState; readonly revision: number } {
  const frozenHash = frozenHashOf(state);
  if (cells?.code === undefined) {
    return { account_state: { '@type': 'uninited.accountState', frozen_hash: frozenHash }, revision: 0 };
  }
  const [name = ''] = knownInterfacesOf(state?.codeHash);
  const [kind, revision = 0] = KINDS[name] ?? [];
  const wallet = kind === undefined ? undefined : walletOf(kind, cells.data);
  if (wallet !== undefined) return { account_state: wallet, revision };
  const code = textOfCells(cells.code);
  const data = textOfCells(cells.data);
  return { account_state: { '@type': 'raw.accountState', code, data, frozen_hash: frozenHash }, revision: 0 };
}

/** Reads the data of a wallet; undefined if it is too short: anybody may deploy that. */
function walletOf(kind: WalletKind, data: Uint8Array | undefined): AccountState | undefined {
  if (data === undefined) return undefined;
  try {
    const bag = Bag.parse(data);
    const slice = bag.slice(bag.root);
    const first = slice.loadUint(32);
    if (kind === 'wallet.highload.v2.accountState') return { '@type': kind, wallet_id: first };
    return { '@type': kind, wallet_id: slice.loadUint(32), seqno: first | 0 };
  } catch (error) {
    if (error instanceof BocError) return undefined;
    throw error;
  }
}
