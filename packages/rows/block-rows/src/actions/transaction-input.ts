import type { MessageInput, TransactionInput } from '@tonriver/actions';
import { formatAccountAddress, messageBodyBytes } from '@tonriver/chain-model';
import type { MessageRow } from '@tonriver/row-schema';
import type { PartTransaction } from '../parts/read-transaction-part.ts';
import { stateInitBytes } from '../state-init-rows.ts';

type PartMessage = NonNullable<PartTransaction['inMessage']>;

/**
 * Returns a transaction as the rules take it. Bodies are there of messages that arrive in it or leave the chain: those
 * of the others belong to their receivers.
 */
export function transactionInputOf({ transaction, inMessage, outMessages }: PartTransaction): TransactionInput {
  const { compute, computeSkipReason, mcBlockSeqno } = transaction;
  return {
    hash: base64(transaction.hash),
    account: formatAccountAddress({ workchain: transaction.workchain, hash: transaction.account }),
    lt: transaction.lt,
    now: transaction.now,
    seqno: mcBlockSeqno ?? 0,
    isTickTock: transaction.descr === 'tick_tock',
    isAborted: transaction.aborted,
    originalStatus: transaction.origStatus,
    endStatus: transaction.endStatus,
    exitCode: compute === 'vm' ? transaction.exitCode : null,
    skipReason: compute === 'skipped' ? computeSkipReason : null,
    inMessage: inMessage === undefined ? null : messageInputOf(inMessage, { isRead: true }),
    outMessages: outMessages.map((message) => messageInputOf(message, { isRead: message.row.kind === 'external_out' })),
  };
}

function messageInputOf({ row, bag, message }: PartMessage, { isRead }: { readonly isRead: boolean }): MessageInput {
  const isInternal = row.kind === 'internal';
  return {
    hash: base64(row.hash),
    source: addressOf(row.sourceType, row.sourceWorkchain, row.sourceAccount),
    destination: addressOf(row.destinationType, row.destinationWorkchain, row.destinationAccount),
    value: row.value,
    extraCurrencies: Object.fromEntries(
      row.valueExtra.map(({ currency, amount }) => [String(currency), amount.toString()]),
    ),
    createdLt: row.createdLt,
    createdAt: row.createdAt,
    opcode: row.opcode,
    isBounceable: isInternal ? row.bounce : null,
    body: isRead ? messageBodyBytes(bag, message) : null,
    bodyHash: base64(row.bodyHash),
    stateInit: isRead && message.init !== null ? stateInitBytes(bag, message) : null,
  };
}

function addressOf(type: MessageRow['sourceType'], workchain: number, account: Uint8Array): string | null {
  return type === 'std' ? formatAccountAddress({ workchain, hash: account }) : null;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
