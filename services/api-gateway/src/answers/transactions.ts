import type { MessageRow } from '@tonriver/row-schema';
import {
  type BlockKey,
  blockKeyText,
  type BlockVersion,
  EXTRA_FLAGS_GLOBAL_VERSION,
  HoleError,
  isStored,
  type KnownState,
  type StatesOfTransaction,
  type TransactionKey,
  type TransactionRecord,
  type VisibleRounds,
} from '@tonriver/chain-reader';
import type { Dialect } from '../dialects/dialect.ts';
import { messageOf } from './message.ts';
import { messageCellsOf } from './message-cells.ts';
import { type MessageEnds, messageEndsOf } from './message-ends.ts';
import { tracesOf } from './traces.ts';
import { transactionOf } from './transaction.ts';
import type { AnswerReader } from './answer-reader.ts';
import { createTurns } from './turns.ts';

const noStates: StatesOfTransaction = { before: undefined, after: undefined };
const noEnds: MessageEnds = {
  endsOf: () => ({ receiverHash: undefined, senderHash: undefined }),
  unreceived: [],
};

/** A transaction of an answer. */
export interface AnsweredTransaction {
  readonly value: Readonly<Record<string, unknown>>;
  /** No later row changes it. */
  readonly isFinal: boolean;
}

/** Returns the transactions of an answer, in the order of the records. Looks up all further rows together. */
export async function transactionsOf(
  reader: AnswerReader,
  dialect: Dialect,
  records: readonly TransactionRecord[],
  visible: VisibleRounds,
): Promise<readonly AnsweredTransaction[]> {
  if (records.length === 0) return [];
  const [cells, traces, versions, states, { endsOf, unreceived }] = await Promise.all([
    messageCellsOf(reader, dialect, records),
    tracesOf(reader, dialect, records, visible),
    versionsOfBlocks(reader, records, visible),
    reader.accountStates.ofTransactions(records, visible),
    dialect.hasMessageTransactions ? messageEndsOf(reader, records, visible) : noEnds,
  ]);
  // In a complete trace, each message has a receiver.
  const lost = unreceived.find(({ keyText }) => traces(keyText).isComplete);
  if (lost !== undefined) throw new HoleError({ table: 'message_places', requiredBy: 'traces', key: lost.hashHex });
  const answer: AnsweredTransaction[] = [];
  const turns = createTurns();
  for (const [index, record] of records.entries()) {
    await turns.next();
    const version = versions.get(blockKeyText(blockKeyOf(record)));
    const hasExtraFlags = (version?.number ?? 0) >= EXTRA_FLAGS_GLOBAL_VERSION;
    const message = (row: MessageRow): unknown =>
      messageOf(row, { dialect, ...cells, hasExtraFlags, ...endsOf(record, row) });
    const statesOfRecord = states[index] ?? noStates;
    const value = transactionOf(record, { dialect, message, states: statesOfRecord, ...traces(record.keyText) });
    answer.push({ value, isFinal: version?.isStored === true && isFinal(record, statesOfRecord) });
  }
  return answer;
}

/**
 * Tells whether nothing more can become known of a transaction: its round, its trace, the other ends of its messages
 * and its states. Of a state between two transactions of a block, no row tells more than the hash.
 */
function isFinal({ finality, part, links }: TransactionRecord, { before, after }: StatesOfTransaction): boolean {
  return (
    finality === 'finalized' &&
    part !== undefined &&
    links !== undefined &&
    (part.before === 'between' || isWhole(before)) &&
    (part.after === 'between' || isWhole(after))
  );
}

/** Tells whether all of a state is known. Its extra currencies may become known from another state of the account. */
function isWhole(state: KnownState | undefined): boolean {
  return state !== undefined && state.extraCurrenciesHash === null;
}

/** Returns the global versions of the blocks, which say whether the raw fee field of messages contains extra flags. */
export async function versionsOfBlocks(
  reader: AnswerReader,
  records: readonly TransactionRecord[],
  visible: VisibleRounds,
): Promise<ReadonlyMap<string, BlockVersion>> {
  const placed = new Map(
    records.map((record) => [
      blockKeyText(blockKeyOf(record)),
      { ...blockKeyOf(record), mcBlockSeqno: record.transaction.mcBlockSeqno },
    ]),
  );
  const versions = await reader.globalVersions.ofBlocks([...placed.values()], visible);
  const blockless = records.filter((record) => isStored(record) && !versions.has(blockKeyText(blockKeyOf(record))));
  await reader.requiredRows.checkMissing('blocks', 'transactions', blockless.map(keyOf), visible);
  return versions;
}

function keyOf({ key }: TransactionRecord): TransactionKey {
  return key;
}

export function blockKeyOf({ transaction }: TransactionRecord): BlockKey {
  return { workchain: transaction.workchain, shard: transaction.blockShard, seqno: transaction.blockSeqno };
}
