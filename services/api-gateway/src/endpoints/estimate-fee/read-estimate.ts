import { type FeeEstimateCall, GetMethodError, parseAddress } from '@tonriver/api-model';
import type { EstimateErrors } from './estimate-errors.ts';

const MEMBERS = new Set(['address', 'body', 'init_code', 'init_data', 'ignore_chksig']);
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** The network takes no longer message. */
const BAG_BYTES_MAX = 65_535;
const BAG_TEXT_LENGTH_MAX = 4 * Math.ceil(BAG_BYTES_MAX / 3);

/**
 * Reads the body of a request for fees. Nobody has looked into its bags of cells yet.
 *
 * @param isStrict true if an unknown member is an error
 * @throws {GatewayError} with the texts and statuses of the dialect
 */
export function readEstimate(body: unknown, errors: EstimateErrors, isStrict: boolean): FeeEstimateCall {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw errors.badRequest('request body should be a JSON object');
  const members = body as Readonly<Record<string, unknown>>;
  const unknown = isStrict ? Object.keys(members).find((name) => !MEMBERS.has(name)) : undefined;
  if (unknown !== undefined) throw errors.badRequest(`Unknown property '${unknown.slice(0, 100)}'`);
  const account = accountOf(members['address'], errors);
  const bodyBoc = bagText(members['body'], 'body', errors);
  if (bodyBoc === null) throw errors.missing('body');
  return {
    ...account,
    bodyBoc,
    initCodeBoc: bagText(members['init_code'], 'init_code', errors) || null,
    initDataBoc: bagText(members['init_data'], 'init_data', errors) || null,
    ignoresSignatures: ignoresSignatures(members['ignore_chksig'], errors),
  };
}

function accountOf(text: unknown, errors: EstimateErrors): Pick<FeeEstimateCall, 'workchain' | 'accountHex'> {
  if (text === undefined || text === null) throw errors.missing('address');
  if (typeof text !== 'string') throw errors.badRequest("Error at path 'address': Wrong type: string expected");
  const address = parseAddress(text);
  if (address?.kind !== 'std') throw errors.badRequest(`Failed to parse ton_addr: '${text.slice(0, 100)}'`);
  return { workchain: address.workchain, accountHex: Buffer.from(address.hash).toString('hex').toUpperCase() };
}

/** A bag of cells in base64; null when the member is absent, empty when it is. */
function bagText(value: unknown, name: string, errors: EstimateErrors): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw errors.badRequest(`Error at path '${name}': Wrong type: string expected`);
  if (value.length > BAG_TEXT_LENGTH_MAX) {
    const text = `INVALID_BAG_OF_CELLS: ${name}: it has more than ${BAG_BYTES_MAX} bytes`;
    throw errors.failure(new GetMethodError('bad_message', text, { part: name }));
  }
  if (!BASE64.test(value)) throw errors.badRequest(`Error at path '${name}': invalid base64 encoded bytes`);
  return value;
}

function ignoresSignatures(value: unknown, errors: EstimateErrors): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value !== 'boolean') throw errors.badRequest("Error at path 'ignore_chksig': Wrong type: bool expected");
  return value;
}
