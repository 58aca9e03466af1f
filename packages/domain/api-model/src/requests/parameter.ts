import { z } from 'zod';
import { type ApiAddress, parseAddress } from '../values/address-text.ts';
import { parseHash } from '../values/hash-text.ts';
import { parseBoolean, parseInt32, parseLogicalTime, parseUnixTime } from '../values/number-text.ts';
import { parseOpcode } from '../values/opcode-text.ts';
import { parseShard } from '../values/shard-text.ts';

/** The most values of a list parameter. */
export const LIST_VALUES_MAX = 1000;

/**
 * A query parameter with one value. The issue of an invalid value has the parameter as path, from which dialects make
 * their text. `description` says what values are valid; the OpenAPI document is generated from the same schema.
 */
function scalar<Value>(parse: (text: string) => Value | undefined, description: string, example?: string) {
  return z
    .string()
    .meta({ description, ...(example === undefined ? {} : { examples: [example] }) })
    .transform((text, context): Value => {
      const value = parse(text);
      if (value !== undefined) return value;
      context.addIssue({ code: 'custom', message: 'does not convert' });
      return z.NEVER;
    });
}

/** A repeated query parameter. A value that cannot be converted is split at commas. */
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
        const parts = whole === undefined ? text.split(',').map(parse) : [whole];
        const converted = parts.filter((part) => part !== undefined);
        if (converted.length === parts.length) values.push(...converted);
        else context.addIssue({ code: 'custom', message: 'does not convert', path: [index] });
      }
      if (values.length > LIST_VALUES_MAX)
        context.addIssue({ code: 'too_big', origin: 'array', maximum: LIST_VALUES_MAX, input: texts });
      return values;
    });
}

/** Counts values before the text is split, because it may have a megabyte of commas. */
function commasOf(text: string): number {
  let count = 0;
  for (let at = text.indexOf(','); at >= 0 && count < LIST_VALUES_MAX; at = text.indexOf(',', at + 1)) count += 1;
  return count;
}

const HASH_FORMS = 'hex, base64 or base64url';
const ADDRESS_FORMS = 'raw (wc:hex) or user-friendly (base64, base64url)';

export const int32Parameter = (description: string, limits: z.core.GlobalMeta & Record<string, unknown> = {}) =>
  z
    .string()
    .meta({ type: 'integer', format: 'int32', description, ...limits })
    .transform((text, context): number => {
      const value = parseInt32(text);
      if (value !== undefined) return value;
      context.addIssue({ code: 'custom', message: 'does not convert' });
      return z.NEVER;
    });
export const hashParameter = (what: string) => scalar(parseHash, `${what} (${HASH_FORMS})`);
export const hashListParameter = (what: string) => list(parseHash, `${what} (${HASH_FORMS})`);
export const addressParameter = (what: string, example?: string) =>
  scalar<ApiAddress>(parseAddress, `${what}: ${ADDRESS_FORMS}`, example);
export const addressListParameter = (what: string) => list<ApiAddress>(parseAddress, `${what}: ${ADDRESS_FORMS}`);
export const opcodeParameter = (what: string) =>
  scalar(parseOpcode, `${what}: hex, or signed 32-bit decimal`, '0x0f8a7ea5');
export const shardParameter = (what: string) => scalar(parseShard, `${what}: hex or signed decimal`);
export const logicalTimeParameter = (what: string) => scalar(parseLogicalTime, what);
export const unixTimeParameter = (what: string) => scalar(parseUnixTime, `${what}: Unix time in seconds`);
export const booleanParameter = (what: string) => scalar(parseBoolean, what);
export const textParameter = (description: string) => z.string().meta({ description });
export const textListParameter = (description: string, examples: string[][]) =>
  z.array(z.string()).meta({ description, examples });
