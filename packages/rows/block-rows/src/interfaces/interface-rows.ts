import { rowChecksum } from '../row-checksum.ts';
import {
  type ContractInterfaceRow,
  contractInterfacesTable,
  type DetectedRoundRow,
  detectedRoundsTable,
  encodeInterfaceRowOfFirstGeneration,
  interfaceKindNumbers,
} from '@tonriver/row-schema';

const KEY_BYTES = 4;
const KEYS = 2 ** 32;
const KIND_FACTOR = 2 ** 27;

/** Returns the row with its checksum. Rows of the first generation of rules have no content. */
export function checkedInterfaceRow(row: Omit<ContractInterfaceRow, 'checksum'>): ContractInterfaceRow {
  const encode =
    row.generation === 1 && row.contentText === null
      ? encodeInterfaceRowOfFirstGeneration
      : contractInterfacesTable.encode;
  return { ...row, checksum: rowChecksum({ encode }, { ...row, checksum: 0n }) };
}

/** Returns the row with its checksum. */
export function checkedRoundRow(row: Omit<DetectedRoundRow, 'checksum'>): DetectedRoundRow {
  return { ...row, checksum: rowChecksum(detectedRoundsTable, { ...row, checksum: 0n }) };
}

type InterfaceKey = Pick<ContractInterfaceRow, 'account' | 'lt' | 'kind'>;

/** Returns what `detected_rounds.row_keys` has of a row. */
export function interfaceKeyOf({ account, lt, kind }: InterfaceKey): number {
  const { buffer, byteOffset, byteLength } = account;
  const first = new DataView(buffer, byteOffset, byteLength).getUint32(0);
  return (first + Number(BigInt.asUintN(32, lt)) + interfaceKindNumbers[kind] * KIND_FACTOR) % KEYS;
}

/** The same in SQL, over a row of `contract_interfaces`. */
export const interfaceKeySql = `toUInt32((reinterpretAsUInt32(reverse(substring(account, 1, 4)))
  + lt % ${KEYS} + toInt8(kind) * ${KIND_FACTOR}) % ${KEYS})`;

/** Packs the keys of rows. */
export function packInterfaceKeys(rows: readonly InterfaceKey[]): Uint8Array {
  const packed = Buffer.alloc(rows.length * KEY_BYTES);
  for (const [index, row] of rows.entries()) packed.writeUInt32BE(interfaceKeyOf(row), index * KEY_BYTES);
  return packed;
}

/** Reads what `packInterfaceKeys` packed. Bytes behind the last whole key are left out. */
export function unpackInterfaceKeys(packed: Uint8Array): number[] {
  const { buffer, byteOffset, byteLength } = packed;
  const view = new DataView(buffer, byteOffset, byteLength);
  return Array.from({ length: Math.floor(byteLength / KEY_BYTES) }, (_, index) => view.getUint32(index * KEY_BYTES));
}
