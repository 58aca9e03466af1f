import { bool, bytes32, enum8, nullable, text, uint128, uint256, uint16, uint64 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

/** What a contract can be. `none`: nothing of these, or no contract any more. */
export const interfaceKindNumbers = {
  none: 0,
  jetton_wallet: 1,
  jetton_master: 2,
  nft_item: 3,
  nft_collection: 4,
  nft_sale: 5,
  nft_auction: 6,
  multisig: 7,
  multisig_order: 8,
  nominator_pool: 9,
  dedust_pool: 10,
} as const;

const checkNumbers = { own: 0, confirmed: 1, refuted: 2, unknown: 3 } as const;

const columns = [
  shared.workchain,
  shared.account,
  { ...shared.lt, comment: 'Logical time of the last transaction before the state, as in account_states' },
  {
    name: 'kind',
    type: enum8(interfaceKindNumbers),
    codec: 'zstd',
    comment: 'What the contract says that it is; none: nothing of these, or it is no contract any more',
  },
  {
    ...shared.roundSeqno,
    codec: 'integer',
    comment: 'Round in which the state came to be, or was used as an initial one',
  },
  { name: 'code_hash', type: nullable(bytes32), comment: 'Hash of the code; NULL: none' },
  { name: 'data_hash', type: nullable(bytes32), comment: 'Hash of the data; NULL: none' },
  {
    name: 'confirmation',
    type: enum8(checkNumbers),
    codec: 'zstd',
    comment:
      'What the contract says that must know it (master, collection, wallet, factory): confirmed, refuted, unknown; own: nobody has to',
  },
  {
    name: 'is_complete',
    type: bool,
    codec: 'zstd',
    comment: 'False when a question to the contract was not answered: too much work, or something is not known',
  },
  {
    name: 'owner_text',
    type: nullable(text),
    codec: 'zstd',
    comment: 'Owner of a wallet, item or collection, admin of a jetton, seller of a sale or auction; raw address',
  },
  {
    name: 'parent_text',
    type: nullable(text),
    codec: 'zstd',
    comment:
      'Jetton of a wallet, collection of an item, wallet of an order, marketplace of a sale or auction; raw address',
  },
  {
    name: 'item_text',
    type: nullable(text),
    codec: 'zstd',
    comment: 'Item that a sale or auction is about; raw address',
  },
  {
    name: 'amount',
    type: nullable(uint128),
    codec: 'zstd',
    comment: 'Balance of a wallet, supply of a jetton, price of a sale, last bid of an auction; smallest units',
  },
  {
    name: 'item_index',
    type: nullable(uint256),
    codec: 'zstd',
    comment: 'Index of an item, next index of a collection',
  },
  {
    name: 'uri_text',
    type: nullable(text),
    codec: 'zstd',
    comment: 'Address of the metadata of an item or a collection, or their uri (TEP-64); NULL: none',
  },
  {
    name: 'addresses_text',
    type: text,
    codec: 'zstd',
    comment:
      'Signers of a multisig or of its order, the two assets of a pool (TON: native), the wallet of a domain; separated by commas; else empty',
  },
  {
    name: 'generation',
    type: uint16,
    codec: 'integer',
    comment: 'Rules that found it; of the rows of a state only those of the highest generation count',
  },
  {
    name: 'checksum',
    type: uint64,
    comment: 'First 8 bytes of SHA-256 over this row, with checksum 0, in RowBinary',
  },
  {
    name: 'content_text',
    type: nullable(text),
    codec: 'zstd',
    comment:
      'What a jetton, item or collection stores of itself (TEP-64: name, symbol, decimals, image …; of a domain its name), a JSON object of texts; NULL: nothing, or it is at uri_text',
    added: { bySchema: 16, default: { sql: 'NULL', value: null } },
  },
] as const;

/** The columns of the first generation of rules, over which its rows have their checksums. */
export const encodeInterfaceRowOfFirstGeneration = encoderOf(columns.filter(({ name }) => name !== 'content_text'));

/** What a contract is in one of its states; a row per kind. There is no row when a state says nothing new. */
export type ContractInterfaceRow = RowOf<typeof columns>;

/** The columns that depend on the kind. A contract that is none of the kinds has none of them. */
export const noInterfaceColumns = {
  ownerText: null,
  parentText: null,
  itemText: null,
  amount: null,
  itemIndex: null,
  uriText: null,
  addressesText: '',
  contentText: null,
} as const satisfies Partial<ContractInterfaceRow>;

export const contractInterfacesTable: TableDefinition<ContractInterfaceRow, typeof columns> = {
  name: 'contract_interfaces',
  comment: 'What contracts are, in each state with another code or data: jetton wallets, NFT items, sales and others',
  columns,
  engine: { kind: 'replacing', version: 'generation' },
  orderBy: ['workchain', 'account', 'lt', 'kind'],
  settings: shared.lookupSettings,
  encode: encoderOf(columns),
};
