import { type ContractInterfaceRow, noInterfaceColumns } from '../tables/contract-interfaces.ts';

/** A row that says as little as a row can, with some values that are said. Its checksum is 0. */
export function interfaceRow(changes: Partial<ContractInterfaceRow>): ContractInterfaceRow {
  return {
    workchain: 0,
    account: new Uint8Array(32),
    lt: 1n,
    kind: 'none',
    mcBlockSeqno: 1,
    codeHash: null,
    dataHash: null,
    confirmation: 'own',
    isComplete: true,
    generation: 2,
    checksum: 0n,
    ...noInterfaceColumns,
    ...changes,
  };
}
