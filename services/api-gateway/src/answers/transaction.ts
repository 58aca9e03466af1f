import { rawAddress } from '@tonriver/api-model';
import type { MessageRow, TransactionRow } from '@tonriver/row-schema';
import { hexOf, type StatesOfTransaction, type TransactionRecord } from '@tonriver/chain-reader';
import type { Dialect } from '../dialects/dialect.ts';
import { accountStateOf } from './account-state.ts';
import { blockRefOf } from './block.ts';
import { descriptionOf } from './description.ts';
import { finalityWordOf } from './finality-word.ts';
import { extraCurrenciesOf } from './extra-currencies.ts';
import { base64Of } from './base64.ts';

/** Values outside a transaction's own rows. */
export interface TransactionContext {
  readonly dialect: Dialect;
  /** Base64; absent when the trace is unknown. */
  readonly traceId: string | undefined;
  readonly traceExternalHash: string | undefined;
  readonly states: StatesOfTransaction;
  readonly message: (row: MessageRow) => unknown;
}

/** Returns a transaction. Undefined members are not printed. */
export function transactionOf(
  record: TransactionRecord,
  context: TransactionContext,
): Readonly<Record<string, unknown>> {
  const { transaction: row, inMessage, outMessages } = record;
  const { dialect, traceId, traceExternalHash, states, message } = context;
  const proven = (status: TransactionRow['origStatus']) => (dialect.hasStatusBetween ? status : null);
  return {
    account: rawAddress(row.workchain, hexOf(row.account)),
    hash: base64Of(row.hash),
    lt: String(row.lt),
    now: row.now,
    mc_block_seqno: row.mcBlockSeqno,
    trace_id: traceId,
    trace_external_hash: traceExternalHash,
    prev_trans_hash: base64Of(row.prevTransHash),
    prev_trans_lt: String(row.prevTransLt),
    orig_status: row.origStatus,
    end_status: row.endStatus,
    total_fees: String(row.totalFees),
    total_fees_extra_currencies: extraCurrenciesOf(row.totalFeesExtra),
    description: descriptionOf(row),
    block_ref: blockRefOf(dialect, { workchain: row.workchain, shard: row.blockShard, seqno: row.blockSeqno }),
    in_msg: inMessage === undefined ? null : message(inMessage),
    out_msgs: outMessages.toSorted(compareByCreation).map(message),
    account_state_before: accountStateOf(row.oldStateHash, proven(row.origStatus), states.before),
    account_state_after: accountStateOf(row.newStateHash, proven(row.endStatus), states.after),
    emulated: record.finality === 'pending',
    finality: finalityWordOf(record.finality),
  };
}

/** Ascending by created_lt. The sort is stable, so equal ones keep the order of the transaction. */
function compareByCreation(left: MessageRow, right: MessageRow): number {
  const [a, b] = [left.createdLt ?? -1n, right.createdLt ?? -1n];
  return a < b ? -1 : Number(a > b);
}
