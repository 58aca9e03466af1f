import { checkedInterfaceRow, interfaceColumns } from '@tonriver/block-rows';
import { hashFromHex } from '@tonriver/chain-model';
import type { ResolvedAccount } from '@tonriver/events';
import type { Detection } from '@tonriver/interfaces';
import { type ContractInterfaceRow, noInterfaceColumns } from '@tonriver/row-schema';

/** Counts up when the rules of `@tonriver/interfaces` change what they find. */
const GENERATION = 2;

/** Returns the rows of an account in a state: one per kind, or one that says that it is none. */
export function rowsOfDetection(
  round: number,
  { workchain, account, lt, code, data }: ResolvedAccount,
  { interfaces, isComplete }: Detection,
): ContractInterfaceRow[] {
  const shared = {
    workchain,
    account: hashFromHex(account),
    lt: BigInt(lt),
    mcBlockSeqno: round,
    codeHash: hashOf(code),
    dataHash: hashOf(data),
    isComplete,
    generation: GENERATION,
  };
  if (interfaces.length === 0) {
    return [checkedInterfaceRow({ ...shared, ...noInterfaceColumns, kind: 'none', confirmation: 'own' })];
  }
  return interfaceColumns(interfaces).map((columns) => checkedInterfaceRow({ ...shared, ...columns }));
}

function hashOf(base64: string | null): Uint8Array | null {
  return base64 === null ? null : new Uint8Array(Buffer.from(base64, 'base64'));
}
