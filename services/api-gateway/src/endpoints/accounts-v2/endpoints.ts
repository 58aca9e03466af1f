import {
  accountStatusV2,
  bagOfCells,
  blockIdV2,
  decimal,
  extraCurrencyV2,
  hashOrEmpty,
  integer,
  transactionIdV2,
} from '@tonriver/api-model';
import { z } from 'zod';
import { textOf } from '../../answers/json-text.ts';
import { isSuspended } from '../config-v2/suspended-accounts.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { blockIdOfV2 } from './at-round.ts';
import { getExtendedAddressInformation } from './extended-information.ts';
import {
  aboutAccount,
  accountQuery,
  balanceOf,
  currenciesOf,
  frozenHashOf,
  lastTransactionOf,
  readAccountAt,
  readWholeCells,
  statusOf,
  textOfCells,
} from './read-account.ts';
import { getWalletInformation } from './wallet-information.ts';

const fullState = z
  .strictObject({
    '@type': z.literal('raw.fullAccountState'),
    balance: decimal,
    extra_currencies: z.array(extraCurrencyV2),
    last_transaction_id: transactionIdV2,
    block_id: blockIdV2,
    code: bagOfCells,
    data: bagOfCells,
    frozen_hash: hashOrEmpty,
    sync_utime: integer,
    state: accountStatusV2,
    suspended: z
      .boolean()
      .optional()
      .meta({ description: 'Parameter 44 of the configuration; absent where the configuration is not stored' }),
  })
  .meta({ id: 'FullAccountState' });

/** v2 getAddressInformation: balance, code, data and status of an account. */
const getAddressInformation = defineEndpoint({
  ...aboutAccount,
  query: accountQuery,
  path: '/v2/getAddressInformation',
  summary: 'Balance, code, data and status of an account',
  answerSchema: fullState,
  async answer(request, context) {
    const { reader, dialect } = context;
    const at = await readAccountAt(request, context);
    const { state, block } = at;
    const cells = state === undefined ? undefined : await readWholeCells(reader, state, dialect);
    const suspended = await isSuspended(reader, request, at);
    return {
      text: textOf({
        '@type': 'raw.fullAccountState',
        balance: balanceOf(state),
        extra_currencies: await currenciesOf(reader, state),
        last_transaction_id: lastTransactionOf(state),
        block_id: blockIdOfV2(block),
        code: textOfCells(cells?.code),
        data: textOfCells(cells?.data),
        frozen_hash: frozenHashOf(state),
        sync_utime: block.genUtime,
        state: statusOf(state),
        ...(suspended === undefined ? {} : { suspended }),
      } satisfies z.output<typeof fullState>),
    };
  },
});

/** v2 getAddressBalance: the balance as text. */
const getAddressBalance = defineEndpoint({
  ...aboutAccount,
  query: accountQuery,
  path: '/v2/getAddressBalance',
  summary: 'Balance of an account, nanotons',
  answerSchema: decimal.meta({ id: 'AddressBalance' }),
  async answer(request, context) {
    return { text: textOf(balanceOf((await readAccountAt(request, context)).state)) };
  },
});

/** v2 getAddressState: the status of an account. */
const getAddressState = defineEndpoint({
  ...aboutAccount,
  query: accountQuery,
  path: '/v2/getAddressState',
  summary: 'Status of an account',
  answerSchema: accountStatusV2.meta({ id: 'AddressState' }),
  async answer(request, context) {
    return { text: textOf(statusOf((await readAccountAt(request, context)).state)) };
  },
});

/** The endpoints of v2 about one account. */
export const accountEndpointsV2: readonly Endpoint[] = [
  getAddressInformation,
  getExtendedAddressInformation,
  getWalletInformation,
  getAddressBalance,
  getAddressState,
];
