import { z } from 'zod';
import {
  boc,
  currencies,
  integer,
  opcode,
  optionalInteger,
  optionalSmallInteger,
  smallInteger,
  status,
  text,
} from './form-values.ts';
import { interfacesForm } from './interfaces-form.ts';
import type { TraceCase } from './trace-case.ts';

const message = z
  .object({
    direction: z.enum(['in', 'out']),
    msg_hash: z.string(),
    source: text,
    destination: text,
    value: optionalInteger,
    created_lt: optionalInteger,
    created_at: optionalSmallInteger,
    opcode,
    bounce: z.boolean().nullish(),
    body_hash: text,
    value_extra_currencies: currencies,
    message_content: boc,
    init_state: boc,
  })
  .transform(({ direction, ...row }) => ({
    direction,
    message: {
      hash: row.msg_hash,
      source: row.source,
      destination: row.destination,
      value: row.value,
      extraCurrencies: row.value_extra_currencies,
      createdLt: row.created_lt,
      createdAt: row.created_at,
      opcode: row.opcode,
      isBounceable: row.bounce ?? null,
      body: row.message_content,
      bodyHash: row.body_hash,
      stateInit: row.init_state,
    },
  }));

const transaction = z
  .object({
    account: z.string(),
    hash: z.string(),
    lt: integer,
    now: smallInteger,
    mc_block_seqno: smallInteger,
    orig_status: status,
    end_status: status,
    descr: z.string(),
    aborted: z.boolean().nullish(),
    compute_exit_code: optionalSmallInteger,
    compute_skip_reason: text,
    messages: z.array(message),
  })
  .transform((row) => ({
    hash: row.hash,
    account: row.account,
    lt: row.lt,
    now: row.now,
    seqno: row.mc_block_seqno,
    isTickTock: row.descr === 'tick_tock',
    isAborted: row.aborted ?? false,
    originalStatus: row.orig_status,
    endStatus: row.end_status,
    exitCode: row.compute_exit_code,
    skipReason: row.compute_skip_reason,
    inMessage: row.messages.find(({ direction }) => direction === 'in')?.message ?? null,
    outMessages: row.messages.filter(({ direction }) => direction === 'out').map((entry) => entry.message),
  }));

/** Rows of a database: a trace, its transactions with their messages, and the interfaces of accounts. */
export const databaseForm = z
  .object({
    trace: z.object({
      trace_id: z.string(),
      external_hash: text,
      external_hash_norm: text,
      mc_seqno_end: smallInteger,
      start_lt: integer,
      end_lt: integer,
      start_utime: smallInteger,
      end_utime: smallInteger,
    }),
    transactions: z.array(transaction),
    interfaces: interfacesForm.nullish(),
  })
  .transform(
    ({ trace, transactions, interfaces }): TraceCase => ({
      trace: {
        traceId: trace.trace_id,
        externalHash: trace.external_hash,
        externalHashNorm: trace.external_hash_norm,
        startLt: trace.start_lt,
        endLt: trace.end_lt,
        startUtime: trace.start_utime,
        endUtime: trace.end_utime,
        seqnoEnd: trace.mc_seqno_end,
        transactions,
      },
      interfaces: interfaces ?? new Map(),
    }),
  );
