import { accountStatus, address, bagOfCells, decimal, extraCurrencies, hash, integer } from '@tonriver/api-model';
import { z } from 'zod';
import { knownInterfacesOf } from '../../answers/known-interfaces.ts';
import type { StateCells } from '../accounts/cells.ts';
import type { StateRow } from '../accounts/state-rows.ts';
import { base64Of } from '../../answers/base64.ts';

/** The whole state of an account. Members without a value are absent where the deployed service leaves them out. */
export const accountStateFull = z
  .strictObject({
    address,
    account_state_hash: hash,
    balance: decimal,
    extra_currencies: extraCurrencies.nullable(),
    status: accountStatus,
    frozen_hash: hash.optional(),
    last_transaction_hash: hash,
    last_transaction_lt: decimal,
    data_hash: hash.optional(),
    code_hash: hash.optional(),
    data_boc: bagOfCells.optional(),
    code_boc: bagOfCells.optional(),
    contract_methods: z.array(integer).nullable(),
    interfaces: z.array(z.string()),
  })
  .meta({ id: 'AccountStateFull' });

/** Prints a state. `currencies`: null if they are not known. */
export function accountStateFullOf(
  printedAddress: string,
  row: StateRow,
  { cells, currencies }: { readonly cells: StateCells; readonly currencies: Readonly<Record<string, string>> | null },
): z.output<typeof accountStateFull> {
  return {
    address: printedAddress,
    account_state_hash: base64Of(row.hash),
    balance: String(row.balance),
    extra_currencies: currencies,
    status: row.status,
    ...(row.frozenHash === null ? {} : { frozen_hash: base64Of(row.frozenHash) }),
    last_transaction_hash: base64Of(row.transactionHash),
    last_transaction_lt: String(row.lt),
    ...(row.dataHash === null ? {} : { data_hash: base64Of(row.dataHash) }),
    ...(row.codeHash === null ? {} : { code_hash: base64Of(row.codeHash) }),
    ...(cells.data === undefined ? {} : { data_boc: base64Of(cells.data) }),
    ...(cells.code === undefined ? {} : { code_boc: base64Of(cells.code) }),
    contract_methods: cells.methods === null ? null : [...cells.methods],
    interfaces: [...knownInterfacesOf(row.codeHash)],
  };
}
