import { MASTERCHAIN, MASTERCHAIN_SHARD, type TransactionRecord } from '@tonriver/chain-reader';
import type { ReadingContext } from '../endpoints/endpoint-definition.ts';
import { type AnswerLength, createAnswerLength } from './answer-length.ts';
import { type JsonText, textOf } from './json-text.ts';
import { printInTurns } from './print-in-turns.ts';
import { transactionsOf } from './transactions.ts';

/** The members of a transaction that its record does not tell; undefined ones are not printed. */
export interface ToldMembers {
  readonly mc_block_seqno: number;
  readonly trace_id: string | undefined;
  readonly [member: string]: unknown;
}

/**
 * Prints transactions of `emulatedRecords`, in their order.
 *
 * @param seqnos the rounds whose configurations hold: those that the records were read with
 * @param toldOf what is printed of each in place of the record's own members
 * @throws {GatewayError} `bad_request` when they are too long together
 */
export async function printEmulated(
  records: readonly TransactionRecord[],
  { dialect, reader, visibility }: Pick<ReadingContext, 'dialect' | 'reader' | 'visibility'>,
  {
    seqnos,
    toldOf,
    length = createAnswerLength(dialect),
  }: {
    readonly seqnos: readonly number[];
    readonly toldOf: (index: number) => ToldMembers;
    readonly length?: AnswerLength;
  },
): Promise<readonly JsonText[]> {
  // No block has the transactions, so that the version is that of the round.
  const place = { workchain: MASTERCHAIN, shard: MASTERCHAIN_SHARD };
  const blocks = seqnos.map((seqno) => ({ ...place, seqno, mcBlockSeqno: seqno }));
  await reader.globalVersions.ofBlocks(blocks, visibility);
  const answered = await transactionsOf(reader, dialect, records, visibility);
  const values = answered.map(({ value }, index) => ({ ...value, ...toldOf(index) }));
  return await printInTurns(values, length, textOf);
}
