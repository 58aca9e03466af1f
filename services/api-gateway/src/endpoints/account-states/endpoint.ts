import { addressListParameter, booleanParameter, hashListParameter, objectSchemas } from '@tonriver/api-model';
import { z } from 'zod';
import { hexOf } from '@tonriver/chain-reader';
import { type JsonText, arrayText, objectText, textOf } from '../../answers/json-text.ts';
import { knownAccounts, requiredAccounts } from '../accounts/account-list.ts';
import { lacksCells, readCells, withRoomForCells } from '../accounts/cells.ts';
import { readCurrencies } from '../accounts/currencies.ts';
import { readStatesAt } from '../accounts/states-at.ts';
import { accountExample } from '../accounts/account-example.ts';
import { eachDialect } from '../by-dialect.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { accountStateFull, accountStateFullOf } from './account-state-full.ts';

/**
 * GET accountStates: the states of accounts at the watermark, with code and data.
 *
 * Access path: see `readStatesAt` and `readCells`. An account costs a few rows, however many there are.
 */
export const accountStates = defineEndpoint({
  path: '/v3/accountStates',
  tag: 'accounts',
  summary: 'States of accounts, with code and data',
  description:
    'In the order in which the accounts are named. An account whose state is not known is left out, and so are ' +
    'code_boc and data_boc when they are not stored. contract_methods are the ids in the dictionary with which the ' +
    'code begins; interfaces are known by the hash of the code. metadata tells of those that are tokens.',
  query: {
    schema: z.object({
      address: addressListParameter('Account').optional(),
      code_hash: hashListParameter('Only accounts with this code').optional(),
      include_boc: booleanParameter('Whether code and data are answered (default true)').optional(),
    }),
    required: ['address'],
    read(query, dialect) {
      const accounts = requiredAccounts(query.address, dialect);
      const codes = query.code_hash === undefined || query.code_hash.length === 0 ? undefined : query.code_hash;
      return { accounts, codeHashes: codes?.map(hexOf), withBags: query.include_boc ?? true };
    },
  },
  example: accountExample,
  answerSchema: eachDialect((dialect) =>
    z
      .strictObject({
        accounts: z.array(accountStateFull),
        address_book: objectSchemas(dialect).addressBook,
        metadata: objectSchemas(dialect).metadata,
      })
      .meta({ id: 'AccountStates' }),
  ),
  caching: 'watermark',
  async answer({ accounts, codeHashes, withBags }, context) {
    const { reader, dialect, visibility } = context;
    const { states, isComplete } = await readStatesAt(reader, accounts, visibility);
    const hasCode = (hash: Uint8Array | null): boolean => hash !== null && codeHashes?.includes(hexOf(hash)) === true;
    const shown = [...states].filter(([, { codeHash }]) => codeHashes === undefined || hasCode(codeHash));
    const rows = shown.map(([, row]) => row);
    const print = async (): Promise<{ readonly printed: readonly JsonText[]; readonly lacking: boolean }> => {
      const [cells, currencies] = await Promise.all([
        readCells(reader, rows, { withBags }),
        readCurrencies(reader, rows),
      ]);
      return {
        printed: shown.map(([address, row], index) =>
          textOf(accountStateFullOf(address, row, { cells: cells[index]!, currencies: currencies[index]! })),
        ),
        lacking: withBags && rows.some((row, index) => lacksCells(row, cells[index]!)),
      };
    };
    const { printed, lacking } = withBags
      ? await withRoomForCells(reader, dialect, rows, print)
      : await reader.answering.run(print, rows.length);
    // Without a new round, states and cells that are missing now may be stored in a moment.
    const isCacheable = !lacking && (isComplete || states.size === accounts.length);
    return {
      text: objectText({
        accounts: arrayText(printed),
        ...(await knownAccounts(shown, context)),
      }),
      isCacheable,
    };
  },
});
