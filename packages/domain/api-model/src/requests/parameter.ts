import { z } from 'zod';
import { type ApiAddress, parseAddress } from '../values/address-text.ts';
import { parseHash } from '../values/hash-text.ts';
import { parseBoolean, parseInt32, parseLogicalTime, parseUnixTime } from '../values/number-text.ts';
import { parseOpcode } from '../values/opcode-text.ts';
import { parseShard } from '../values/shard-text.ts';

/** The most values of a list parameter. */
const LIST_VALUES_MAX = 1000;

/**
 * A query parameter with one value. The issue of an invalid value has the parameter as path, from which dialects make
 * their text. `description` says what values are valid; the OpenAPI document is generated from the same schema.
 */
export function scalar<Value>(
  parse: (text: string) => Value | undefined,
  description: string,
  limits: Readonly<Record<string, unknown>> = {},
  /** What is told of a value that does not convert, where that is more than its name. */
  fault?: (text: string) => string,
) {
  return z
    .string()
    .meta({ description, ...limits })
    .transform((text, context): Value => {
      const value = parse(text);
      if (value !== undefined) return value;
      const told = fault === undefined ? {} : { params: { told: fault(text.slice(0, TOLD_LENGTH_MAX)) } };
      context.addIssue({ code: 'custom', message: 'does not convert', ...told });
      return z.NEVER;
    });
}

/** The most characters of a wrong value that an error tells. */
const TOLD_LENGTH_MAX = 100;

/** A repeated query parameter, each of whose values is one element. */
export function valueList<Value>(parse: (text: string) => Value | undefined, description: string) {
  return z
    .array(z.string())
    .meta({ description: `${description}; repeat the parameter` })
    .transform((texts, context): Value[] => {
      const values = texts.slice(0, LIST_VALUES_MAX).map(parse);
      const converted = values.filter((value) => value !== undefined);
      if (converted.length === texts.length) return converted;
      context.addIssue({ code: 'custom', message: 'does not convert' });
      return z.NEVER;
    });
}

/**
 * A repeated query parameter. A value that cannot be converted is split at commas. Empty elements are skipped, as in
 * the deployed service; a list of nothing else is empty, not absent.
 */
function list<Value>(parse: (text: string) => Value | undefined, description: string) {
  return z
    .array(z.string())
    .meta({ description: `${description}; repeat the parameter or separate values by commas` })
    .transform((texts, context): Value[] => {
      const values: Value[] = [];
      for (const [index, text] of texts.entries()) {
        if (commasOf(text) >= LIST_VALUES_MAX) {
          context.addIssue({ code: 'too_big', origin: 'array', maximum: LIST_VALUES_MAX, input: texts });
          return z.NEVER;
        }
        const whole = parse(text);
        const parts = whole === undefined ? text.split(',').filter(isGiven).map(parse) : [whole];
        const converted = parts.filter((part) => part !== undefined);
        if (converted.length === parts.length) values.push(...converted);
        else context.addIssue({ code: 'custom', message: 'does not convert', path: [index] });
      }
      if (values.length > LIST_VALUES_MAX)
        context.addIssue({ code: 'too_big', origin: 'array', maximum: LIST_VALUES_MAX, input: texts });
      return values;
    });
}

function isGiven(text: string): boolean {
  return text !== '';
}

/** Counts values before the text is split, because it may have a megabyte of commas. */
function commasOf(text: string): number {
  let count = 0;
  for (let at = text.indexOf(','); at >= 0 && count < LIST_VALUES_MAX; at = text.indexOf(',', at + 1)) count += 1;
  return count;
}

const HASH_FORMS = 'hex, base64 or base64url';
const ADDRESS_FORMS = 'raw (wc:hex) or user-friendly (base64, base64url)';

export const int32Parameter = (description: string, limits: Readonly<Record<string, unknown>> = {}) =>
  scalar(parseInt32, description, { type: 'integer', format: 'int32', ...limits });
export const hashParameter = (what: string) => scalar(parseHash, `${what} (${HASH_FORMS})`);
export const hashListParameter = (what: string) => list(parseHash, `${what} (${HASH_FORMS})`);
export const addressParameter = (what: string) => scalar<ApiAddress>(parseAddress, `${what}: ${ADDRESS_FORMS}`);
export const addressListParameter = (what: string) => list<ApiAddress>(parseAddress, `${what}: ${ADDRESS_FORMS}`);
export const opcodeParameter = (what: string) => scalar(parseOpcode, `${what}: hex, or signed 32-bit decimal`);
export const shardParameter = (what: string) => scalar(parseShard, `${what}: hex or signed decimal`);
export const logicalTimeParameter = (what: string) => scalar(parseLogicalTime, what);
export const unixTimeParameter = (what: string) => scalar(parseUnixTime, `${what}: Unix time in seconds`);
export const booleanParameter = (what: string) => scalar(parseBoolean, what);
export const textParameter = (description: string) => z.string().meta({ description });
export const textListParameter = (description: string) => z.array(z.string()).meta({ description });

/** Parameters of pages. Bounds are documented here; each dialect checks them in its own way. */
export const limitParameter = int32Parameter('Limit of rows, read together with offset', { minimum: 1, maximum: 1000 });
export const offsetParameter = int32Parameter('Skips the first N rows', { minimum: 0 });
