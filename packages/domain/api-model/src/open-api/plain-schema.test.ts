import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { oneObject, plainSchema, sizedInteger } from './plain-schema.ts';

const text = { type: 'string' };
const number = { type: 'integer' };
const form = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

describe('the size of an integer', () => {
  it.each([
    [{ type: 'integer' }, 'int64'],
    [{ type: 'integer', minimum: 0 }, 'int64'],
    [{ type: 'integer', minimum: 0, maximum: 2 ** 31 }, 'int64'],
    [{ type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }, 'int32'],
    [{ type: 'integer', format: 'int32' }, 'int32'],
  ])('of %j is %s', (schema, format) => expect(sizedInteger(schema)).toEqual({ ...schema, format }));

  it('is nothing that a text or a number has', () => {
    expect(sizedInteger(text)).toEqual(text);
    expect(sizedInteger({ type: 'number' })).toEqual({ type: 'number' });
  });

  it('stays when the bounds of a double are left out, and when the integer may be null', () => {
    const schema = z.toJSONSchema(z.object({ any: z.int(), small: z.int32(), none: z.int().nullable() }));
    expect(plainSchema(schema)['properties']).toEqual({
      any: { type: 'integer', format: 'int64' },
      small: { type: 'integer', format: 'int32', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
      none: { type: ['integer', 'null'], format: 'int64' },
    });
  });
});

describe('an object in several forms', () => {
  const one = form({ '@type': { type: 'string', const: 'one' }, size: number });
  const two = form({ '@type': { type: 'string', const: 'two' }, size: number, note: text }, ['@type', 'size']);

  it.each(['anyOf', 'oneOf'])('in %s becomes one object with the members of all', (choice) => {
    expect(oneObject({ [choice]: [one, two], description: 'Of either kind' })).toEqual({
      description: 'Of either kind',
      ...form(
        {
          '@type': { type: 'string', enum: ['one', 'two'] },
          size: number,
          note: { ...text, description: 'Only with @type two' },
        },
        ['@type', 'size'],
      ),
    });
  });

  it('keeps the description of a member that only some forms have', () => {
    const told = form({ '@type': { type: 'string', const: 'two' }, note: { ...text, description: 'A comment' } });
    expect(oneObject({ anyOf: [one, told] })).toMatchObject({
      properties: { note: { description: 'A comment. Only with @type two' }, size: {} },
      required: ['@type'],
    });
  });

  it('becomes a map when a form has members of any name', () => {
    const open = { type: 'object', properties: { '@type': text }, additionalProperties: {} };
    expect(oneObject({ anyOf: [open, one] })).toEqual({
      type: 'object',
      additionalProperties: { description: 'Any value' },
    });
  });

  it.each([
    ['forms with names', { oneOf: [{ $ref: '#/$defs/One' }, { $ref: '#/$defs/Two' }] }],
    ['one form', { anyOf: [one] }],
    ['an object or null', { anyOf: [one, { type: 'null' }] }],
    ['values that are no objects', { anyOf: [text, number] }],
  ])('is not what a choice of %s is', (_what, schema) => expect(oneObject(schema)).toEqual(schema));

  it('is refused when its forms disagree about a member', () => {
    expect(() => oneObject({ anyOf: [one, form({ size: text })] })).toThrow('differ in size');
  });

  it('may be null as a map', () => {
    const schema = z.union([z.looseObject({ a: z.string() }), z.strictObject({ b: z.string() })]).nullable();
    expect(plainSchema(z.toJSONSchema(schema.meta({ description: 'A body' })))).toMatchObject({
      oneOf: [
        { type: 'object', additionalProperties: { description: 'Any value' }, description: 'A body' },
        { type: 'null' },
      ],
    });
  });
});
