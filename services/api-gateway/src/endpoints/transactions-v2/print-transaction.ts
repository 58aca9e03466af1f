import { rawAddress, userFriendlyAddress } from '@tonriver/api-model';
import type { MessageRow, TransactionRow } from '@tonriver/row-schema';
import { hexOf, type TransactionRecord } from '@tonriver/chain-reader';
import { base64Of } from '../../answers/base64.ts';
import { readBody } from './message-data.ts';
import type { CellsOfTransaction } from './transaction-cells.ts';
import type { ExtMessage, ExtTransaction, RawMessage, RawTransactionExt } from './transaction-schemas.ts';

/** Prints a transaction as `getTransactions` does: with addresses as text, and the text of each message. */
export function extTransactionOf(record: TransactionRecord, cells: CellsOfTransaction): ExtTransaction {
  return {
    '@type': 'ext.transaction',
    ...membersOf(record, cells),
    ...inMessageOf(record, (row) => extMessageOf(row, cells)),
    out_msgs: record.outMessages.map((row) => extMessageOf(row, cells)),
  };
}

/** Prints a transaction as `getBlockTransactionsExt` does. */
export function rawTransactionOf(record: TransactionRecord, cells: CellsOfTransaction): RawTransactionExt {
  return {
    '@type': 'raw.transactionExt',
    ...membersOf(record, cells),
    ...inMessageOf(record, (row) => rawMessageOf(row, cells)),
    out_msgs: record.outMessages.map((row) => rawMessageOf(row, cells)),
  };
}

function membersOf({ transaction, outMessages }: TransactionRecord, { boc }: CellsOfTransaction) {
  const { workchain, account, now, lt, hash, totalFees, storageFeesCollected } = transaction;
  const fee = totalFees + outMessages.reduce((sum, { fwdFee }) => sum + (fwdFee ?? 0n), 0n);
  const storageFee = storageFeesCollected ?? 0n;
  return {
    address: { '@type': 'accountAddress', account_address: addressOfV2(workchain, account) },
    account: rawAddress(workchain, hexOf(account)),
    utime: now,
    data: base64Of(boc),
    transaction_id: transactionIdOf(lt, hash),
    fee: String(fee),
    storage_fee: String(storageFee),
    other_fee: String(fee - storageFee),
  } as const;
}

export function transactionIdOf(lt: TransactionRow['lt'], hash: Uint8Array) {
  return { '@type': 'internal.transactionId', lt: String(lt), hash: base64Of(hash) } as const;
}

/** A transaction that no message caused has no such member. */
function inMessageOf<Printed>(
  { inMessage }: TransactionRecord,
  print: (row: MessageRow) => Printed,
): { readonly in_msg?: Printed } {
  return inMessage === undefined ? {} : { in_msg: print(inMessage) };
}

function extMessageOf(row: MessageRow, cells: CellsOfTransaction): ExtMessage {
  const { data, message } = readBody(cells.ofMessage(row));
  const [source, destination] = endsOf(row);
  return { '@type': 'ext.message', hash: base64Of(row.hash), source, destination, ...amountsOf(row, data), message };
}

function rawMessageOf(row: MessageRow, cells: CellsOfTransaction): RawMessage {
  const { data } = readBody(cells.ofMessage(row));
  const [source, destination] = endsOf(row).map(
    (address) => ({ '@type': 'accountAddress', account_address: address }) as const,
  );
  return {
    '@type': 'raw.message',
    hash: base64Of(row.hash),
    source: source!,
    destination: destination!,
    ...amountsOf(row, data),
  };
}

function amountsOf(row: MessageRow, data: ExtMessage['msg_data']) {
  return {
    value: String(row.value ?? 0n),
    extra_currencies: row.valueExtra.map(({ currency, amount }) => {
      return { '@type': 'extraCurrency', id: currency, amount: String(amount) } as const;
    }),
    fwd_fee: String(row.fwdFee ?? 0n),
    ihr_fee: '0',
    created_lt: String(row.createdLt ?? 0n),
    body_hash: base64Of(row.bodyHash),
    msg_data: data,
  };
}

/** Both ends; empty for one that is no account. */
function endsOf(row: MessageRow): readonly [string, string] {
  const source = row.sourceType === 'std' ? addressOfV2(row.sourceWorkchain, row.sourceAccount) : '';
  const destination =
    row.destinationType === 'std' ? addressOfV2(row.destinationWorkchain, row.destinationAccount) : '';
  return [source, destination];
}

/**
 * Prints an address as v2 does: bounceable and without the flag of test networks, on all networks. One of a workchain
 * that has no user-friendly addresses is raw.
 */
export function addressOfV2(workchain: number, account: Uint8Array): string {
  const accountHex = hexOf(account);
  const friendly = userFriendlyAddress({ workchain, accountHex, isBounceable: true, isTestnet: false });
  return friendly ?? rawAddress(workchain, accountHex);
}
