import type { EmulateTraceCall } from '@tonriver/api-model';
import { GatewayError } from '../../gateway-error.ts';

/** A request for a trace: the message, and what the answer has beside the transactions. */
export interface AskedTrace {
  readonly call: EmulateTraceCall;
  readonly withAddressBook: boolean;
  readonly withMetadata: boolean;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** The network takes no longer message. */
const BAG_BYTES_MAX = 65_535;
const SEQNO_MAX = 2 ** 32 - 1;

type Members = Readonly<Record<string, unknown>>;

/** Reads the body. Nobody has looked into the message yet. @throws {GatewayError} 400 in both dialects */
export function readRequest(body: unknown): AskedTrace {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('a JSON object is expected');
  const members = body as Members;
  const seqno = seqnoOf(members['mc_block_seqno']);
  return {
    call: {
      messageBoc: messageOf(members['boc']),
      ignoresSignatures: switchOf(members, 'ignore_chksig'),
      withActions: switchOf(members, 'with_actions'),
      withCells: switchOf(members, 'include_code_data'),
      ...(seqno === undefined ? {} : { seqno }),
    },
    withAddressBook: switchOf(members, 'include_address_book'),
    withMetadata: switchOf(members, 'include_metadata'),
  };
}

function messageOf(boc: unknown): string {
  if (boc === undefined || boc === null || boc === '') throw invalid('boc is required');
  if (typeof boc !== 'string' || !BASE64.test(boc)) throw invalid('boc is not standard base64');
  if (boc.length > 4 * Math.ceil(BAG_BYTES_MAX / 3)) throw invalid(`boc has more than ${BAG_BYTES_MAX} bytes`);
  return boc;
}

function switchOf(members: Members, name: string): boolean {
  const value = members[name] ?? false;
  if (typeof value !== 'boolean') throw invalid(`${name} is not a boolean`);
  return value;
}

function seqnoOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > SEQNO_MAX)
    throw invalid('mc_block_seqno is not a seqno');
  return value;
}

function invalid(why: string): GatewayError {
  return new GatewayError('bad_request', `invalid request: ${why}`);
}
