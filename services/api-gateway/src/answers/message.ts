import { rawAddress } from '@tonriver/api-model';
import { opcodeName } from '@tonriver/message-bodies';
import type { MessageRow } from '@tonriver/row-schema';
import { hexOf } from '@tonriver/chain-reader';
import type { Dialect } from '../dialects/dialect.ts';
import { extraCurrenciesOf } from './extra-currencies.ts';
import { base64Of } from './base64.ts';

/** A printed bag of cells, with the decoded body in the dialect of the answer. */
export interface PrintedBody {
  readonly boc: string;
  readonly decoded: unknown;
}

/** Values outside a message's row, looked up for the whole answer at once. */
export interface MessageContext {
  readonly dialect: Dialect;
  readonly bodyOf: (message: MessageRow) => PrintedBody;
  readonly initOf: (message: MessageRow) => string;
  /** True since global version 12: the raw fee field contains the extra flags, and the fee is 0. */
  readonly hasExtraFlags: boolean;
  /** Base64 hashes of the transactions at both ends; absent when unknown, or not part of the dialect. */
  readonly receiverHash: string | undefined;
  readonly senderHash: string | undefined;
}

/** Returns a message. Each of the three kinds has other members that are null. Undefined members are not printed. */
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
    in_msg_tx_hash: receiverHash,
    out_msg_tx_hash: senderHash,
    message_content: contentOf(row, context),
    init_state: initOf(row, context),
    hash_norm: hashNorm === hash ? undefined : hashNorm,
  };
}

/** Returns the printed form of a stored address, or null. External and variable ones are stored as text. */
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
  const body = bodyOf(row);
  return {
    hash: base64Of(row.bodyHash),
    body: body.boc,
    decoded: body.decoded,
  };
}

function initOf(row: MessageRow, { initOf: bagOf, dialect }: MessageContext): unknown {
  if (row.initHash === null) return null;
  const body = bagOf(row);
  // A StateInit is never decoded: the deployed dialect prints null, the contract leaves the member out.
  return { hash: base64Of(row.initHash), body, decoded: dialect.name === 'deployed' ? null : undefined };
}
