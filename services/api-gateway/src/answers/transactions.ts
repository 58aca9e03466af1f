import type { MessageRow } from '@tonriver/clickhouse';
import type { Dialect } from '../dialects/dialect.ts';
import { checkStillAsked } from '../look-up/asking.ts';
import type { StatesOfTransaction } from '../reading/account-states.ts';
import { blockKeyText, type BlockKey } from '../reading/blocks.ts';
import { base64Of, hexOf } from '../reading/bytes.ts';
import type { ChainReader } from '../reading/chain-reader.ts';
import { EXTRA_FLAGS_GLOBAL_VERSION } from '../reading/global-versions.ts';
import type { TransactionRecord } from '../reading/transaction-records.ts';
import { messageOf } from './message.ts';
import { messageCellsOf } from './message-cells.ts';
import { type MessageEndsOf, messageEndsOf } from './message-ends.ts';
import { transactionOf } from './transaction.ts';

/** Transactions between two turns of the event loop while a long answer is made. */
const TRANSACTIONS_PER_TURN = 50;

const noStates: StatesOfTransaction = { before: undefined, after: undefined };
const noEnds: MessageEndsOf = () => ({ receiverHash: undefined, senderHash: undefined });

/** The transactions of an answer, in the order of the records, with everything they need looked up together. */
export async function transactionsOf(
  reader: ChainReader,
  dialect: Dialect,
  records: readonly TransactionRecord[],
  indexedSeqno: number,
): Promise<readonly unknown[]> {
  if (records.length === 0) return [];
  const [cells, traces, extraFlagBlocks, states, endsOf] = await Promise.all([
    messageCellsOf(reader, dialect, records),
    tracesOf(reader, dialect, records),
    blocksWithExtraFlags(reader, records),
    reader.accountStates.ofTransactions(records.map(({ transaction }) => transaction)),
    dialect.hasMessageTransactions ? messageEndsOf(reader, records, indexedSeqno) : noEnds,
  ]);
  const answer: unknown[] = [];
  for (const [index, record] of records.entries()) {
    if (index > 0 && index % TRANSACTIONS_PER_TURN === 0) {
      await new Promise((resolve) => setImmediate(resolve));
      checkStillAsked();
    }
    const hasExtraFlags = extraFlagBlocks.has(blockKeyText(blockKeyOf(record)));
    const message = (row: MessageRow): unknown =>
      messageOf(row, { dialect, ...cells, hasExtraFlags, ...endsOf(record, row) });
    answer.push(
      transactionOf(record, { dialect, message, states: states[index] ?? noStates, ...traces(record.keyText) }),
    );
  }
  return answer;
}

interface TraceNames {
  readonly traceId: string | undefined;
  readonly traceExternalHash: string | undefined;
}

async function tracesOf(
  reader: ChainReader,
  dialect: Dialect,
  records: readonly TransactionRecord[],
): Promise<(keyText: string) => TraceNames> {
  const keyTexts = records.map(({ keyText }) => keyText);
  const traceIds = await reader.traceIds.getMany(keyTexts);
  const ids = [...new Set(traceIds.filter((id) => id !== undefined).map(hexOf))];
  const hashes = dialect.hasTraceExternalHash ? await reader.traceExternalHashes.getMany(ids) : [];
  const externalHashes = new Map(ids.map((id, index) => [id, hashes[index]]));
  const names = new Map<string, TraceNames>();
  for (const [index, keyText] of keyTexts.entries()) {
    const traceId = traceIds[index];
    if (traceId === undefined) continue;
    const externalHash = externalHashes.get(hexOf(traceId));
    names.set(keyText, {
      traceId: base64Of(traceId),
      traceExternalHash: externalHash === undefined ? undefined : base64Of(externalHash),
    });
  }
  return (keyText) => names.get(keyText) ?? { traceId: undefined, traceExternalHash: undefined };
}

/** Text keys of the blocks in which the raw fee field of messages holds extra flags. */
async function blocksWithExtraFlags(
  reader: ChainReader,
  records: readonly TransactionRecord[],
): Promise<ReadonlySet<string>> {
  const placed = new Map(
    records.map((record) => [
      blockKeyText(blockKeyOf(record)),
      { ...blockKeyOf(record), mcBlockSeqno: record.transaction.mcBlockSeqno },
    ]),
  );
  const versions = await reader.globalVersions.ofBlocks([...placed.values()]);
  return new Set([...versions].filter(([, version]) => version >= EXTRA_FLAGS_GLOBAL_VERSION).map(([key]) => key));
}

function blockKeyOf({ transaction }: TransactionRecord): BlockKey {
  return { workchain: transaction.workchain, shard: transaction.blockShard, seqno: transaction.blockSeqno };
}
