import { bagOfCells, decimal, hash } from '@tonriver/api-model';
import { z } from 'zod';
import { textOf } from '../../answers/json-text.ts';
import { oneAccountExample } from '../accounts/account-example.ts';
import { cellsNotStored, readCells, withRoomForCells } from '../accounts/cells.ts';
import {
  lastTransactionOf,
  oneAccountQuery,
  readOneAccount,
  readOneState,
  statusOf,
  statusWords,
} from '../accounts/one-account.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { base64Of } from '../../answers/base64.ts';

const NO_CELLS = { code: undefined, data: undefined };

/**
 * GET addressInformation: balance, code and data of one account.
 *
 * Access path: as `accountStates`.
 */
export const addressInformation = defineEndpoint({
  path: '/v3/addressInformation',
  otherPaths: ['/v3/account'],
  tag: 'accounts',
  summary: 'Balance, code and data of an account',
  description: {
    contract:
      'An account that does not exist is uninit, without a balance. 404 when its state is not known: it is from before ' +
      'the indexed range. 503 while its code or data is not stored yet.',
    deployed:
      'An account without a known state is uninit, without a balance. 503 while the code or data of an account is not ' +
      'stored yet.',
  },
  query: { schema: oneAccountQuery, required: ['address'], read: readOneAccount },
  example: oneAccountExample,
  errors: {
    contract: { 404: 'The state of the account is not known' },
    deployed: { 401: 'The address is missing, or not that of an account' },
  },
  answerSchema: z
    .strictObject({
      balance: decimal,
      code: bagOfCells.nullable(),
      data: bagOfCells.nullable(),
      last_transaction_lt: decimal.nullable(),
      last_transaction_hash: hash.nullable(),
      frozen_hash: hash.nullable(),
      status: statusWords,
    })
    .meta({ id: 'AddressInformation' }),
  caching: 'watermark',
  async answer({ account, inWordsOfV2 }, context) {
    const { reader, dialect } = context;
    const { row, isCacheable } = await readOneState(context, account);
    const read = async () => (row === undefined ? undefined : (await readCells(reader, [row], { withBags: true }))[0]);
    const { code, data } = (await withRoomForCells(reader, dialect, row === undefined ? [] : [row], read)) ?? NO_CELLS;
    if (row !== undefined && row.codeHash !== null && code === undefined) throw cellsNotStored(row, 'code');
    if (row !== undefined && row.dataHash !== null && data === undefined) throw cellsNotStored(row, 'data');
    const frozenHash = row?.frozenHash ?? null;
    return {
      text: textOf({
        balance: String(row?.balance ?? 0n),
        code: code === undefined ? null : base64Of(code),
        data: data === undefined ? null : base64Of(data),
        ...lastTransactionOf(row, inWordsOfV2),
        frozen_hash: frozenHash === null ? null : base64Of(frozenHash),
        status: statusOf(row, inWordsOfV2),
      }),
      isCacheable,
    };
  },
});
