import { type GetMethodCall, methodIdOfName, parseAddress, parseDecimal } from '@tonriver/api-model';
import { type ArgumentRules, argumentsOfV2, argumentsOfV3 } from './stack-arguments.ts';

/** A call, and the members of the request that its answer repeats. */
export interface ReadCall {
  readonly call: GetMethodCall;
  readonly address: string;
  readonly method: string | number;
}

type Members = Readonly<Record<string, unknown>>;

/** Method ids are signed 32-bit numbers: `recv_external` is −1. */
const METHOD_ID_MIN = -(2n ** 31n);
const METHOD_ID_MAX = 2n ** 31n - 1n;
const SEQNO_MAX = 2 ** 31 - 1;
/** The longest name. Its checksum is computed over the whole name. */
const METHOD_LENGTH_MAX = 4096;

/** Reads the body of v3 runGetMethod. @throws {GatewayError} with the dialect's text and status */
export function readCallOfV3(body: unknown, rules: ArgumentRules): ReadCall {
  const { errors, isContract } = rules;
  // The deployed service takes null for an object without members.
  const members = membersOf(body === null && !isContract ? {} : body, rules);
  const { address, method } = members;
  for (const [name, value] of Object.entries({ address, method })) {
    const isNumber = name === 'method' && isContract && typeof value === 'number';
    if (value !== undefined && value !== null && typeof value !== 'string' && !isNumber) {
      throw errors.badRequest(`failed to decode: ${name} should be a string`);
    }
  }
  if (typeof address !== 'string' || address === '') throw errors.missing('address');
  // In the deployed service an address that cannot be read counts as missing.
  if (!isContract && parseAddress(address) === undefined) throw errors.missing('address');
  const account = accountOf(address, rules);
  if (account === undefined) throw errors.missing('address');
  if (method === undefined || method === null || method === '') throw errors.missing('method');
  const methodId = methodIdOf(method, rules);
  const stack = argumentsOfV3(members['stack'], rules);
  // The deployed service ignores this member and always runs at the newest block.
  const seqno = isContract ? seqnoOf(members['seqno'], rules) : undefined;
  return {
    call: { ...account, methodId, stack, ...(seqno === undefined ? {} : { seqno }) },
    address,
    method: methodOf(method),
  };
}

const MEMBERS_OF_V2 = new Set(['address', 'method', 'stack', 'seqno']);

/**
 * Reads the body of v2 runGetMethod, or the parameters of jsonRPC.
 *
 * @param isStrict true if an unknown member is an error, as in the deployed service
 * @throws {GatewayError} with the dialect's text and status
 */
export function readCallOfV2(body: unknown, rules: ArgumentRules, isStrict: boolean): ReadCall {
  const { errors } = rules;
  const members = membersOf(body, rules);
  const unknown = isStrict ? Object.keys(members).find((name) => !MEMBERS_OF_V2.has(name)) : undefined;
  if (unknown !== undefined) throw errors.badRequest(`Unknown property '${unknown.slice(0, 100)}'`);
  const { address, method } = members;
  if (address === undefined || address === null) throw errors.missing('address');
  if (typeof address !== 'string') throw errors.badRequest("Error at path 'address': Wrong type: string expected");
  const account = accountOf(address, rules);
  if (account === undefined) throw badAddress(address, rules);
  if (method === undefined || method === null || method === '') throw errors.missing('method');
  const methodId = methodIdOf(method, rules);
  const stack = argumentsOfV2(members['stack'], rules);
  const seqno = seqnoOf(members['seqno'], rules);
  return {
    call: { ...account, methodId, stack, ...(seqno === undefined ? {} : { seqno }) },
    address,
    method: methodOf(method),
  };
}

function membersOf(body: unknown, { errors }: ArgumentRules): Members {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Members;
  throw errors.badRequest('request body should be a JSON object');
}

/** Returns undefined for an address without an account. @throws {GatewayError} for a text that is not an address */
function accountOf(text: string, rules: ArgumentRules): Pick<GetMethodCall, 'workchain' | 'accountHex'> | undefined {
  const address = parseAddress(text);
  if (address === undefined) throw badAddress(text, rules);
  if (address.kind !== 'std') return undefined;
  return { workchain: address.workchain, accountHex: Buffer.from(address.hash).toString('hex').toUpperCase() };
}

function badAddress(text: string, { errors }: ArgumentRules) {
  return errors.badRequest(`Failed to parse ton_addr: '${text.slice(0, 100)}'`);
}

/** Reads a method id from a number, a text with a number (decimal or 0x), or a name. */
function methodIdOf(method: unknown, { errors }: ArgumentRules): number {
  const isNumber = typeof method === 'number';
  if (!isNumber && typeof method !== 'string') throw errors.badRequest('method should be a string or an integer');
  const text = String(method);
  if (text.length > METHOD_LENGTH_MAX) throw errors.badRequest('method is too long');
  if (isNumber || /^(?:-?\d+|0[xX][0-9a-fA-F]+)$/.test(text)) {
    const number = /^-?\d{1,20}$|^0[xX][0-9a-fA-F]{1,16}$/.test(text) ? BigInt(text) : undefined;
    if (number !== undefined && number >= METHOD_ID_MIN && number <= METHOD_ID_MAX) return Number(number);
    throw errors.badRequest(`method number is out of range: ${text.slice(0, 100)}`);
  }
  return methodIdOfName(text);
}

function methodOf(method: unknown): string | number {
  return typeof method === 'number' ? method : String(method);
}

/** Reads a seqno: in the deployed dialect a JSON integer, in the contract also its decimal text. */
function seqnoOf(value: unknown, { errors, isContract }: ArgumentRules): number | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'number' || (isContract && typeof value === 'string') ? String(value) : '';
  const seqno = parseDecimal(text, -(2n ** 31n), BigInt(SEQNO_MAX));
  if (seqno === undefined) throw errors.badRequest('failed to parse seqno');
  if (seqno <= 0n) throw errors.badArgument('failed to validate request: seqno should be positive');
  return Number(seqno);
}
