import {
  accountStatusNumbers,
  accountStatesTable,
  decodeRow,
  pickColumns,
  type RowBinaryReader,
  type RowBinaryWriter,
  type RowOf,
  writeExtraCurrencies,
} from '@tonriver/row-schema';
import { BlockRowsError } from '../block-rows-error.ts';

/** What a block proves of the state of an account. Its hash is in the transaction. */
export const PART_STATE_COLUMNS = [
  'status',
  'balance',
  'extra_currencies',
  'extra_currencies_hash',
  'code_hash',
  'data_hash',
  'frozen_hash',
] as const;

const columns = pickColumns(accountStatesTable, ...PART_STATE_COLUMNS);

/** The state of an account before or after a transaction, without its hash. */
export type PartState = RowOf<typeof columns>;

/**
 * A state on one side of a transaction: proved by the block; `between` two transactions of the account in the block, of
 * which no block proves more than the hash; or unknown to the block.
 */
export type PartSide = PartState | 'between' | undefined;

const unknown = 0;
const between = 1;
const proved = 2;

/** Appends one side: its kind, then the columns of a proved one. */
export function writePartSide(writer: RowBinaryWriter, side: PartSide): void {
  if (side === undefined || side === 'between') {
    writer.uint8(side === undefined ? unknown : between);
    return;
  }
  writer.uint8(proved);
  // Written by hand for speed; a test compares it with the column list.
  writer.int8(accountStatusNumbers[side.status]);
  writer.uint128(side.balance);
  writeExtraCurrencies(writer, side.extraCurrencies);
  writer.nullableBytes32(side.extraCurrenciesHash);
  writer.nullableBytes32(side.codeHash);
  writer.nullableBytes32(side.dataHash);
  writer.nullableBytes32(side.frozenHash);
}

/**
 * Reads what `writePartSide` wrote.
 *
 * @throws {BlockRowsError | RowSchemaError} when the bytes are not those of a side
 */
export function readPartSide(reader: RowBinaryReader): PartSide {
  const kind = reader.uint8();
  switch (kind) {
    case proved:
      return decodeRow(columns, reader);
    case between:
      return 'between';
    case unknown:
      return undefined;
    default:
      throw new BlockRowsError('bad_part_states', 'A state of a part is of no known kind', { kind });
  }
}
