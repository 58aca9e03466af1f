import type { AccountInterfaces } from '@tonriver/actions';
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
import type { TraceCase } from './trace-case.ts';

const message = z
  .object({
    hash: z.string(),
    source: text,
    destination: text,
    value: optionalInteger,
    value_extra_currencies: currencies,
    created_lt: optionalInteger,
    created_at: optionalSmallInteger,
    opcode,
    bounce: z.boolean().nullish(),
    message_content: z.object({ hash: text, body: z.string().nullish() }).nullish(),
    init_state: boc,
  })
  .transform((answer) => ({
    hash: answer.hash,
    source: answer.source,
    destination: answer.destination,
    value: answer.value,
    extraCurrencies: answer.value_extra_currencies,
    createdLt: answer.created_lt,
    createdAt: answer.created_at,
    opcode: answer.opcode,
    isBounceable: answer.bounce ?? null,
    body: boc.parse(answer.message_content),
    bodyHash: answer.message_content?.hash ?? null,
    stateInit: answer.init_state,
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
    description: z.object({
      type: z.string(),
      aborted: z.boolean().nullish(),
      compute_ph: z.object({ exit_code: optionalSmallInteger, reason: text }).nullish(),
    }),
    in_msg: message.nullish(),
    out_msgs: z.array(message),
  })
  .transform(({ description, ...answer }) => ({
    hash: answer.hash,
    account: answer.account,
    lt: answer.lt,
    now: answer.now,
    seqno: answer.mc_block_seqno,
    isTickTock: description.type === 'tick_tock',
    isAborted: description.aborted ?? false,
    originalStatus: answer.orig_status,
    endStatus: answer.end_status,
    exitCode: description.compute_ph?.exit_code ?? null,
    skipReason: description.compute_ph?.reason ?? null,
    inMessage: answer.in_msg ?? null,
    outMessages: answer.out_msgs,
  }));

const token = z.object({
  type: z.string(),
  nft_index: z.string().nullish(),
  extra: z.object({ owner: text, jetton: text, uri: text }).partial().nullish(),
});

const metadata = z
  .record(z.string(), z.object({ token_info: z.array(token).nullish() }))
  .nullish()
  .transform((accounts) => {
    const interfaces = new Map<string, AccountInterfaces>();
    for (const [address, { token_info }] of Object.entries(accounts ?? {})) {
      for (const one of token_info ?? []) {
        interfaces.set(address, { ...interfaces.get(address), ...interfacesOf(one) });
      }
    }
    return interfaces;
  });

function interfacesOf({ type, nft_index, extra }: z.output<typeof token>): AccountInterfaces {
  if (type === 'jetton_wallets' && typeof extra?.jetton === 'string') {
    return { jettonWallet: { owner: extra.owner ?? null, jetton: extra.jetton } };
  }
  if (type !== 'nft_items') return {};
  const index = nft_index === null || nft_index === undefined ? null : BigInt(nft_index);
  return { nftItem: { index, collection: null, owner: null, contentUri: null, codeHash: null } };
}

/** An answer of `GET /api/v3/traces?trace_id=…`; what is known of the accounts is in its metadata. */
export const apiForm = z
  .object({
    traces: z
      .array(
        z.object({
          trace_id: z.string(),
          external_hash: text,
          external_hash_norm: text,
          mc_seqno_end: smallInteger,
          start_lt: integer,
          end_lt: integer,
          start_utime: smallInteger,
          end_utime: smallInteger,
          transactions: z.record(z.string(), transaction),
        }),
      )
      .min(1),
    metadata,
  })
  .transform(({ traces, metadata: interfaces }): TraceCase => {
    const trace = traces[0]!;
    return {
      trace: {
        traceId: trace.trace_id,
        externalHash: trace.external_hash,
        externalHashNorm: trace.external_hash_norm === trace.external_hash ? null : trace.external_hash_norm,
        startLt: trace.start_lt,
        endLt: trace.end_lt,
        startUtime: trace.start_utime,
        endUtime: trace.end_utime,
        seqnoEnd: trace.mc_seqno_end,
        transactions: Object.values(trace.transactions),
      },
      interfaces,
    };
  });
