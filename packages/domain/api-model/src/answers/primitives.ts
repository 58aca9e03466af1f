import { z } from 'zod';

/** A decimal number as a string, for logical times, amounts and counters that may exceed 2^53. */
export const decimal = z
  .string()
  .regex(/^-?\d+$/)
  .meta({ description: 'Decimal number', examples: ['1000000000'] });

export const hash = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/)
  .meta({ description: '32 bytes, standard base64', examples: ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='] });

export const bagOfCells = z.base64().meta({ description: 'Bag of cells, base64' });

export const address = z
  .string()
  .regex(/^(?:-?\d+:[0-9A-F]{64}|ext\$\d+:[0-9A-F]*|var\$-?\d+:\d+:[0-9A-F]*)$/)
  .meta({
    description: 'Raw address: workchain, colon, 64 upper-case hexadecimal digits; external: ext$bits:HEX',
    examples: ['-1:3333333333333333333333333333333333333333333333333333333333333333'],
  });

export const integer = z.int();

/** Extra currency id → amount. */
export const extraCurrencies = z
  .record(z.string().regex(/^\d+$/), decimal)
  .meta({ description: 'Extra currency id → amount' });

export const accountStatus = z.enum(['uninit', 'frozen', 'active', 'nonexist']);
export const statusChange = z.enum(['unchanged', 'frozen', 'deleted']);

export const hashOrEmpty = z
  .string()
  .regex(/^(?:[A-Za-z0-9+/]{43}=)?$/)
  .meta({ description: '32 bytes, standard base64; empty where they are not known' });
