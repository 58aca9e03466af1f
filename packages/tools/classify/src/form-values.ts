import { z } from 'zod';

/** An integer as a decimal string or a number. */
export const integer = z.union([z.string().regex(/^-?\d+$/), z.number().int()]).transform((value) => BigInt(value));
export const smallInteger = integer.transform(Number);
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
export const optionalInteger = integer.nullish().transform((value) => value ?? null);
export const optionalSmallInteger = smallInteger.nullish().transform((value) => value ?? null);
/** Base64, read as bytes; null when there is none. */
export const boc = z
  .object({ body: z.string().nullish() })
  .nullish()
  .transform((content) => {
    const body = content?.body;
    return body === null || body === undefined ? null : new Uint8Array(Buffer.from(body, 'base64'));
  });
/** `0x` and hexadecimal digits, or a number (signed too), as 32 bits unsigned. */
export const opcode = z
  .union([z.string().regex(/^(0x[0-9a-fA-F]{1,8}|-?\d+)$/), z.number().int()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : Number(value) >>> 0));
export const status = z.enum(['uninit', 'frozen', 'active', 'nonexist']);
export const currencies = z
  .record(z.string(), z.union([z.string(), z.number()]).transform(String))
  .nullish()
  .transform((value) => value ?? {});
