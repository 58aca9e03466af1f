import { readFileSync } from 'node:fs';

/** A message of a recorded trace: a row of the database of the deployed service. */
export interface RecordedMessage {
  readonly direction: 'in' | 'out';
  readonly msg_hash: string;
  readonly source?: string | null;
  readonly destination?: string | null;
  readonly value?: string | null;
  readonly fwd_fee?: string | null;
  readonly ihr_fee?: string | null;
  readonly import_fee?: string | null;
  readonly created_lt?: string | null;
  readonly created_at?: string | number | null;
  readonly bounce?: boolean | null;
  readonly bounced?: boolean | null;
  readonly ihr_disabled?: boolean | null;
  readonly message_content?: { readonly body: string } | null;
  readonly init_state?: { readonly body: string } | null;
}

type RecordedStatus = 'uninit' | 'frozen' | 'active' | 'nonexist';

/** A transaction of a recorded trace, its inbound message first. */
export interface RecordedTransaction {
  readonly account: string;
  readonly lt: string;
  readonly now: string | number;
  readonly orig_status: RecordedStatus;
  readonly end_status: RecordedStatus;
  readonly aborted?: boolean | null;
  readonly destroyed?: boolean | null;
  readonly credit_first?: boolean | null;
  readonly total_fees: string;
  readonly compute_exit_code?: number | null;
  readonly messages: readonly RecordedMessage[];
}

/** A trace as `data/traces/ton-indexer` has it, as far as blocks are made of it. */
export interface RecordedTrace {
  readonly trace: { readonly trace_id: string; readonly start_lt: string };
  readonly transactions: readonly RecordedTransaction[];
  /** Address → interface → fields. */
  readonly interfaces: Readonly<Record<string, { readonly data_boc?: { readonly data_boc: string } }>>;
}

export function readRecordedTrace(file: string): RecordedTrace {
  return JSON.parse(readFileSync(file, 'utf8')) as RecordedTrace;
}
