import { unpackTracePlaces } from '@tonriver/block-rows';
import type { PlacedTransaction } from '@tonriver/chain-reader';
import type { ClassifiedTraceRow } from '@tonriver/row-schema';
import { base64Of } from '../../answers/base64.ts';
import { arrayText, type JsonText, objectText } from '../../answers/json-text.ts';
import { knownAddresses } from '../../answers/known-addresses.ts';
import { type AnswerTransaction, printTransactions } from '../../answers/printed-transactions.ts';
import {
  actionsOfRow,
  type ActionTypes,
  addressesIn,
  isShown,
  shownAction,
  type StoredAction,
} from '../actions/stored-action.ts';
import { missingTransaction, placedTransactions } from '../actions/trace-transactions.ts';
import type { ReadingContext } from '../endpoint-definition.ts';
import { traceText } from './trace-text.ts';
import { treeTransactionOf } from './trace-tree.ts';

const TOO_LARGE = 'trace is too large';
/** Its row was written while they were missing. It is written again when they are there. */
const NOT_STORED = 'transactions of the trace are not stored';

/**
 * The answer `{traces, address_book, metadata}`, with the traces in a member of the given name.
 *
 * @param types which actions are shown; undefined: none
 */
export async function answerTraces(
  rows: readonly ClassifiedTraceRow[],
  types: ActionTypes | undefined,
  context: ReadingContext,
  member: string,
): Promise<JsonText> {
  const { dialect, reader, visibility } = context;
  const weight = rows.reduce((total, { transactions }) => total + transactions.length, 0);
  return await reader.answering.run(async () => {
    const whole = rows.filter(({ transactions }) => transactions.length > 0);
    const found = await placedTransactions(context, whole);
    const placedOf = new Map(whole.map((row, index) => [row, found[index]!]));
    const placed = rows.map((row) => placedOf.get(row) ?? []);
    const printed = await printTransactions(reader, dialect, placed.flat(), visibility);
    const addresses = printed.flatMap((transaction) => transaction.addresses);
    let next = 0;
    const texts = rows.map((row, index) => {
      const ofTrace = placed[index]!;
      const transactions = printed.slice(next, next + ofTrace.length);
      next += ofTrace.length;
      const actions = types === undefined ? undefined : actionsOf(row, types, context);
      addresses.push(...addressesIn(actions?.map(({ details }) => details)));
      return textOfRow(row, ofTrace, transactions, actions, context);
    });
    return objectText({ [member]: arrayText(texts), ...(await knownAddresses(addresses, context)) });
  }, weight);
}

type ShownAction = Readonly<Record<string, unknown>>;

/** Actions of a trace in the order of their begin. Accounts are never shown here. */
function actionsOf(row: ClassifiedTraceRow, types: ActionTypes, { dialect }: ReadingContext): readonly ShownAction[] {
  return actionsOfRow(row)
    .filter((action) => isShown(action, types, dialect))
    .toSorted(compareByStart)
    .map((action) => shownAction(row, action, dialect, { withAccounts: false }));
}

function compareByStart(left: StoredAction, right: StoredAction): number {
  const [leftLt, rightLt] = [BigInt(left.start_lt), BigInt(right.start_lt)];
  if (leftLt === rightLt) return 0;
  return leftLt < rightLt ? -1 : 1;
}

function textOfRow(
  row: ClassifiedTraceRow,
  placed: readonly PlacedTransaction[],
  printed: readonly AnswerTransaction[],
  actions: readonly ShownAction[] | undefined,
  { dialect }: ReadingContext,
): JsonText {
  const isIncomplete = placed.length === 0;
  const members: Record<string, unknown> = {
    trace_id: base64Of(row.traceId),
    external_hash: row.externalHash === null ? null : base64Of(row.externalHash),
    mc_seqno_start: String(row.mcSeqnoStart),
    mc_seqno_end: String(row.mcSeqnoEnd),
    start_lt: row.startLt.toString(),
    start_utime: row.startUtime,
    end_lt: row.endLt.toString(),
    end_utime: row.endUtime,
    trace_info: {
      trace_state: row.traceState,
      messages: row.edges,
      transactions: row.nodes,
      pending_messages: 0,
      // The deployed service never updates it.
      classification_state: dialect.name === 'contract' ? row.classification : 'unclassified',
    },
    is_incomplete: isIncomplete,
    ...(isIncomplete ? { warning: unpackTracePlaces(row.places) === null ? TOO_LARGE : NOT_STORED } : {}),
    ...(actions === undefined ? {} : { actions }),
  };
  if (isIncomplete) return traceText(members);
  const tree = placed.map(treeTransactionOf);
  const textOfHash = new Map(tree.map(({ hash }, index) => [hash, printed[index]!.text]));
  const order = row.transactions.map(base64Of);
  const texts = order.map((hash): JsonText => {
    const text = textOfHash.get(hash);
    if (text === undefined) throw missingTransaction();
    return [text];
  });
  return traceText(members, { rootHash: base64Of(row.traceId), tree, order, texts });
}
