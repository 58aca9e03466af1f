import { openEmulatedPart, type PartReader, writeEmulatedPart } from '@tonriver/block-rows';
import type { EmulatedTransaction } from '@tonriver/emulation';

/** The transactions of an emulated trace in the form of parts, one for each workchain. */
export interface TransactionParts {
  /** Hash of the first transaction, base64. */
  readonly rootHash: string;
  /** The first has the first transaction. */
  readonly parts: readonly { readonly workchain: number; readonly content: Uint8Array }[];
  readonly opened: readonly PartReader[];
}

/** @param seqno the masterchain block after which the trace was emulated */
export function transactionPartsOf(transactions: readonly EmulatedTransaction[], seqno: number): TransactionParts {
  const ofWorkchain = new Map<number, EmulatedTransaction[]>();
  for (const transaction of transactions) {
    const { workchain } = transaction.address;
    ofWorkchain.set(workchain, [...(ofWorkchain.get(workchain) ?? []), transaction]);
  }
  const parts = [...ofWorkchain].map(([workchain, some]) => ({ workchain, content: writeEmulatedPart(some) }));
  const opened = parts.map((part) => openEmulatedPart(part, seqno));
  const root = opened[0]?.transactionHashAt(0) ?? new Uint8Array(0);
  return { rootHash: Buffer.from(root).toString('base64'), parts, opened };
}
