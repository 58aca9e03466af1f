import type { ApiAddress } from '@tonriver/api-model';
import type { MessageRow } from '@tonriver/row-schema';
import { isSameBytes, type TransactionRecord } from '@tonriver/chain-reader';
import { messagesOf } from '../../answers/message-ends.ts';
import type { TransactionsRequest } from './request.ts';

/**
 * Tells whether a transaction matches all filters. The filters of messages must all match the same message: a hash of
 * one and an opcode of another are not a match. Without filters of messages, transactions without messages match too.
 */
export function createMatcher(request: TransactionsRequest): (record: TransactionRecord) => boolean {
  const transactionTests = transactionTestsOf(request);
  const messageTests = messageTestsOf(request);
  return (record) =>
    transactionTests.every((test) => test(record)) &&
    (messageTests.length === 0 || messagesOf(record).some((message) => messageTests.every((test) => test(message))));
}

type Test<Row> = (row: Row) => boolean;

function messageTestsOf({ filters, direction }: TransactionsRequest): Test<MessageRow>[] {
  const { msg_hash: hashes, body_hash: bodyHash, opcode, source, destination } = filters;
  const tests: Test<MessageRow>[] = [];
  if (direction !== undefined) tests.push((row) => row.direction === direction);
  if (hashes !== undefined) {
    tests.push(({ hash, hashNorm }) =>
      hashes.some((wanted) => isSameBytes(wanted, hash) || (hashNorm !== null && isSameBytes(wanted, hashNorm))),
    );
  }
  if (bodyHash !== undefined) tests.push((row) => isSameBytes(bodyHash, row.bodyHash));
  if (opcode !== undefined) tests.push((row) => row.opcode === opcode);
  if (source !== undefined) {
    tests.push(({ sourceType, sourceWorkchain, sourceAccount, sourceText }) =>
      isAddress(source, sourceType, sourceWorkchain, sourceAccount, sourceText),
    );
  }
  if (destination !== undefined) {
    tests.push(({ destinationType, destinationWorkchain, destinationAccount, destinationText }) =>
      isAddress(destination, destinationType, destinationWorkchain, destinationAccount, destinationText),
    );
  }
  return tests;
}

function transactionTestsOf({ filters }: TransactionsRequest): Test<TransactionRecord>[] {
  const { account, hash, lt, workchain, shard, seqno, mc_seqno: mcSeqno } = filters;
  const { start_utime: startUtime, end_utime: endUtime, start_lt: startLt, end_lt: endLt } = filters;
  const tests: Test<TransactionRecord>[] = [];
  if (account !== undefined) {
    tests.push(({ transaction: row }) => account.some((one) => isAddress(one, 'std', row.workchain, row.account, '')));
  }
  if (hash !== undefined) tests.push(({ transaction: row }) => hash.some((wanted) => isSameBytes(wanted, row.hash)));
  if (lt !== undefined) tests.push(({ transaction: row }) => row.lt === lt);
  if (workchain !== undefined) tests.push(({ transaction: row }) => row.workchain === workchain);
  if (shard !== undefined) tests.push(({ transaction: row }) => row.blockShard === shard);
  if (seqno !== undefined) tests.push(({ transaction: row }) => row.blockSeqno === seqno);
  if (mcSeqno !== undefined) tests.push(({ transaction: row }) => row.mcBlockSeqno === mcSeqno);
  if (startUtime !== undefined) tests.push(({ transaction: row }) => row.now >= startUtime);
  if (endUtime !== undefined) tests.push(({ transaction: row }) => row.now <= endUtime);
  if (startLt !== undefined) tests.push(({ transaction: row }) => row.lt >= startLt);
  if (endLt !== undefined) tests.push(({ transaction: row }) => row.lt <= endLt);
  return tests;
}

function isAddress(
  wanted: ApiAddress,
  type: MessageRow['sourceType'],
  workchain: number,
  account: Uint8Array,
  text: string,
): boolean {
  switch (wanted.kind) {
    case 'none':
      return type === 'none';
    case 'std':
      return type === 'std' && workchain === wanted.workchain && isSameBytes(account, wanted.hash);
    case 'text':
      return (type === 'extern' || type === 'var') && text === wanted.text;
  }
}
