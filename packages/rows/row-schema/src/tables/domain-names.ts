import { bytes32, int32, text } from './column-type.ts';
import * as shared from './shared-columns.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  { ...shared.workchain, comment: 'Workchain of the account that the domain leads to, and that owned it' },
  { ...shared.account, comment: 'Account that the domain leads to (record wallet), and that owned it' },
  { name: 'domain_text', type: text, codec: 'zstd', comment: 'All of the domain: foundation.ton' },
  { name: 'item_workchain', type: int32, codec: 'integer', comment: 'Workchain of the NFT item that the domain is' },
  { name: 'item_account', type: bytes32, comment: 'Account of the NFT item that the domain is' },
] as const;

/** A domain that an account may be called by: whether it still is so, its item in contract_interfaces says. */
export type DomainNameRow = RowOf<typeof columns>;

export const domainNamesTable: TableDefinition<DomainNameRow, typeof columns> = {
  name: 'domain_names',
  comment: 'Look-up: account to the domains that lead to it and that it owns, or once did',
  columns,
  engine: { kind: 'replacing' },
  orderBy: ['workchain', 'account', 'domain_text'],
  settings: shared.lookupSettings,
  encode: encoderOf(columns),
};
