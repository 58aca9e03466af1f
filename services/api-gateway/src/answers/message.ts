import { rawAddress } from '@tonriver/api-model';
import { opcodeName } from '@tonriver/message-bodies';
import type { MessageRow } from '@tonriver/row-schema';
import type { Dialect } from '../dialects/dialect.ts';
import { base64Of, hexOf } from '../reading/bytes.ts';
import { extraCurrenciesOf } from './extra-currencies.ts';

/** A bag of cells as it is printed, with what its body decodes to in the dialect of the answer. */
export interface PrintedBody {
  readonly boc: string;
  readonly decoded: unknown;
}

/** The values beside its own row that a message is printed with, looked up for the whole answer at once. */
export interface MessageContext {
  readonly dialect: Dialect;
  /** By upper-case hexadecimal hash. */
  readonly bodyOf: (hashHex: string) => PrintedBody;
  readonly initOf: (hashHex: string) => string;
  /** Since global version 12 the raw fee field holds the extra flags, and the fee is 0. */
  readonly hasExtraFlags: boolean;
  /** Hashes, base64, of the transactions at both ends; absent when not known or not asked for. */
  readonly receiverHash: string | undefined;
  readonly senderHash: string | undefined;
}

/** A message; of the three kinds each has its own nulls. */
export function messageOf(row: MessageRow, context: MessageContext): Readonly<Record<string, unknown>> {
  const { dialect, hasExtraFlags, receiverHash, senderHash } = context;
  const isInternal = row.kind === 'internal';
  const hash = base64Of(row.hash);
  const hashNorm = row.hashNorm === null ? hash : base64Of(row.hashNorm);
  const name = row.opcode === null ? undefined : opcodeName(row.opcode);
  return {
    hash,
    source: addressOf(row.sourceType, row.sourceWorkchain, row.sourceAccount, row.sourceText),
    destination: addressOf(row.destinationType, row.destinationWorkchain, row.destinationAccount, row.destinationText),
    value: decimalOf(row.value),
    value_extra_currencies: isInternal ? extraCurrenciesOf(row.valueExtra) : null,
    fwd_fee: decimalOf(row.fwdFee),
    ihr_fee: hasExtraFlags && row.ihrFee !== null ? '0' : decimalOf(row.ihrFee),
    extra_flags: hasExtraFlags ? decimalOf(row.ihrFee) : null,
    created_lt: decimalOf(row.createdLt),
    created_at: decimalOf(row.createdAt),
    opcode: row.opcode === null ? null : dialect.opcode(row.opcode),
    decoded_opcode: name ?? null,
    ihr_disabled: row.ihrDisabled,
    bounce: row.bounce,
    bounced: row.bounced,
    import_fee: decimalOf(row.importFee),
    ...(receiverHash === undefined ? {} : { in_msg_tx_hash: receiverHash }),
    ...(senderHash === undefined ? {} : { out_msg_tx_hash: senderHash }),
    message_content: contentOf(row, context),
    init_state: initOf(row, context),
    ...(hashNorm === hash ? {} : { hash_norm: hashNorm }),
  };
}

/** The printed form of a stored address, or null for none. External and variable ones are stored in their text form. */
export function addressOf(
  type: MessageRow['sourceType'],
  workchain: number,
  account: Uint8Array,
  text: string,
): string | null {
  switch (type) {
    case 'none':
      return null;
    case 'std':
      return rawAddress(workchain, hexOf(account));
    case 'extern':
    case 'var':
      return text;
  }
}

function decimalOf(value: bigint | number | null): string | null {
  return value === null ? null : String(value);
}

function contentOf(row: MessageRow, { bodyOf }: MessageContext): unknown {
  const body = bodyOf(hexOf(row.bodyHash));
  return {
    hash: base64Of(row.bodyHash),
    body: body.boc,
    ...(body.decoded === undefined ? {} : { decoded: body.decoded }),
  };
}

function initOf(row: MessageRow, { initOf: bagOf, dialect }: MessageContext): unknown {
  if (row.initHash === null) return null;
  const body = bagOf(hexOf(row.initHash));
  // A StateInit is never decoded: the deployed service says so with a null, the contract by leaving the member out.
  return { hash: base64Of(row.initHash), body, ...(dialect.name === 'deployed' ? { decoded: null } : {}) };
}
