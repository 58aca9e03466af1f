import { isSameBytes, type TransactionRecord } from '@tonriver/chain-reader';
import type { Dialect } from '../../dialects/dialect.ts';
import { GatewayError } from '../../gateway-error.ts';
import { rangeOf } from '../accounts-v2/at-round.ts';
import { readStatesAt } from '../accounts/states-at.ts';
import type { ReadingContext } from '../endpoint-definition.ts';
import { findTransactions } from '../find-transactions/find.ts';

/** A request for the transactions of an account, newest first. */
export interface HistoryRequest {
  readonly workchain: number;
  readonly accountHex: string;
  readonly limit: number;
  /** Where to begin, included; undefined: at the newest. */
  readonly from: { readonly lt: bigint; readonly hashHex: string } | undefined;
  /** Only transactions with a later logical time. */
  readonly afterLt: bigint;
}

/**
 * Reads a page of an account's history and checks that each transaction follows the next one: a shorter page than was
 * asked for says that the history ends.
 *
 * Access path: `transactions` by account in order of lt, then the parts of the page. `answer` is called when there is
 * room for the transactions.
 *
 * @throws {GatewayError} when the first transaction is not there, or the history goes on before the indexed range
 */
export async function withHistory<Answer>(
  context: ReadingContext,
  request: HistoryRequest,
  answer: (records: readonly TransactionRecord[]) => Promise<Answer>,
): Promise<Answer> {
  const { reader, dialect, visibility } = context;
  const { workchain, accountHex, limit, from, afterLt } = request;
  rangeOf(visibility);
  const account = [{ kind: 'std' as const, workchain, hash: Buffer.from(accountHex, 'hex') }];
  const page = await findTransactions({
    reader,
    visible: visibility,
    refuse: dialect.badRequest,
    request: {
      filters: { account, end_lt: from?.lt, start_lt: afterLt < 0n ? undefined : afterLt + 1n },
      direction: undefined,
      order: 'desc',
      orderBy: 'lt',
      page: { limit, offset: 0 },
    },
  });
  return await reader.answering.run(async () => {
    const records = await page.read();
    if (from !== undefined && from.lt > afterLt) checkBegin(records[0], from, dialect);
    if (records.length === 0 && from === undefined) await checkEmpty(context, request);
    checkLinks(records, request, dialect);
    return await answer(records);
  }, page.count);
}

function checkBegin(
  first: TransactionRecord | undefined,
  { lt, hashHex }: NonNullable<HistoryRequest['from']>,
  dialect: Dialect,
): void {
  if (first?.transaction.lt === lt && isSameBytes(first.transaction.hash, Buffer.from(hashHex, 'hex'))) return;
  throw notFound(
    dialect,
    'LITE_SERVER_UNKNOWN: cannot locate transaction in block with specified logical time',
    'the account has no indexed transaction with this lt and hash',
  );
}

/** An account without an indexed transaction may have had some before the range. */
async function checkEmpty({ reader, dialect, visibility }: ReadingContext, request: HistoryRequest): Promise<void> {
  const { states, isComplete } = await readStatesAt(reader, [request], visibility);
  const [state] = states.values();
  if (state === undefined && isComplete) return;
  if (state === undefined || state.lt > request.afterLt) throw before(dialect, state?.lt);
}

function checkLinks(records: readonly TransactionRecord[], { limit, afterLt }: HistoryRequest, dialect: Dialect): void {
  for (const [index, { transaction }] of records.entries()) {
    const { prevTransLt } = transaction;
    const isEnd = prevTransLt === 0n || prevTransLt <= afterLt;
    const next = records[index + 1];
    const isRight = next === undefined ? isEnd || records.length === limit : next.transaction.lt === prevTransLt;
    if (!isRight) throw before(dialect, prevTransLt);
  }
}

function before(dialect: Dialect, lt: bigint | undefined): GatewayError {
  return notFound(
    dialect,
    'LITE_SERVER_UNKNOWN: cannot compute block with specified transaction: lt not in db',
    `the transaction ${lt === undefined ? 'before the indexed range' : `at lt ${lt}`} of this account is not indexed`,
  );
}

function notFound({ name }: Dialect, deployed: string, contract: string): GatewayError {
  return name === 'deployed'
    ? new GatewayError('not_found', deployed, { status: 500 })
    : new GatewayError('not_found', contract);
}
