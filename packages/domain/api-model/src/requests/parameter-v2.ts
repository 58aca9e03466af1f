import { parseGivenAddress } from '../values/given-address.ts';
import { parseHashV2 } from '../values/hash-text.ts';
import { parseDecimal } from '../values/number-text.ts';
import { scalar, valueList } from './parameter.ts';

// Parameters of API v2, which reads values more strictly than v3. A list of them is not split at commas.

const HASH_FORMS = 'hex, base64 with padding, or base64url';
const ADDRESS_FORMS = 'raw (wc:hex) or user-friendly (base64, base64url)';

const [INT32, INT64] = [2n ** 31n, 2n ** 63n];

function parseInteger(text: string, bound: bigint): bigint | undefined {
  return parseDecimal(text, -bound, bound - 1n);
}

/** The texts of the deployed service for a value that is not an address, or not a hash. */
const badAddress = (given: string): string => `Failed to parse ton_addr: '${given}'`;
const badHash = (given: string): string => `invalid hash: '${given}'`;

/** An address, which also tells its form. */
export const givenAddressParameter = (what: string) =>
  scalar(parseGivenAddress, `${what}: ${ADDRESS_FORMS}`, {}, badAddress);

/** A hash; empty where it is not given. */
export const hashParameterV2 = (what: string) => scalar(parseHashOrEmpty, `${what} (${HASH_FORMS})`, {}, badHash);
export const hashListParameterV2 = (what: string) => valueList(parseHashV2, `${what} (${HASH_FORMS})`);

/** The account inside its workchain: 32 bytes, as a hash or as an address; empty where it is not given. */
export const accountHashParameter = (what: string) =>
  scalar(parseAccountHash, `${what} (${HASH_FORMS}, or any form of an address)`);

export const int32ParameterV2 = (description: string, limits: Readonly<Record<string, unknown>> = {}) =>
  scalar(parseInt32, description, { type: 'integer', format: 'int32', ...limits });
/** A signed 64-bit decimal: a logical time, or a shard. */
export const int64Parameter = (description: string) =>
  scalar((text) => parseInteger(text, INT64), description, { pattern: '^-?[0-9]+$' });

/** A truth in one of the usual words. */
export const truthParameter = (description: string) => scalar(parseTruth, description);

function parseInt32(text: string): number | undefined {
  const value = parseInteger(text, INT32);
  return value === undefined ? undefined : Number(value);
}

function parseHashOrEmpty(text: string): Uint8Array | undefined {
  return text === '' ? new Uint8Array(0) : parseHashV2(text);
}

function parseAccountHash(text: string): Uint8Array | undefined {
  const hash = parseHashOrEmpty(text);
  if (hash !== undefined) return hash;
  const address = parseGivenAddress(text);
  return address === undefined ? undefined : Buffer.from(address.accountHex, 'hex');
}

/** Words of either truth, in any case. */
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['y', 'yes', 't', 'true', 'on', '1'].map((word) => [word, true] as const),
  ...['n', 'no', 'f', 'false', 'off', '0'].map((word) => [word, false] as const),
]);

function parseTruth(text: string): boolean | 'not given' | undefined {
  return text === '' ? 'not given' : WORDS.get(text.toLowerCase());
}
