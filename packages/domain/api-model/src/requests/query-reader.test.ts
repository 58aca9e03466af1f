import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createQueryReader, hashListParameter, limitParameter, opcodeParameter } from '../index.ts';

const schema = z.object({
  msg_hash: hashListParameter('Message hash').optional(),
  opcode: opcodeParameter('Opcode').optional(),
  limit: limitParameter.optional(),
});

const hashes = ['ab'.repeat(32), 'cd'.repeat(32)];
const readQuery = createQueryReader(schema);
const read = (query: string) => readQuery(new URLSearchParams(query));

describe('a query reader', () => {
  it('ignores unknown parameters', () => {
    expect(read('foo=1&__proto__=2&exclude_account=x')).toEqual({ kind: 'ok', query: {} });
  });

  it('uses the last value of a scalar', () => {
    expect(read('limit=5&limit=6')).toEqual({ kind: 'ok', query: { limit: 6 } });
  });

  it('uses the first value of a scalar when its rules say so', () => {
    const readFirst = createQueryReader(schema, { takesFirst: true });
    expect(readFirst(new URLSearchParams('limit=5&limit=6'))).toEqual({ kind: 'ok', query: { limit: 5 } });
  });

  it.each([
    `msg_hash=${hashes.join('&msg_hash=')}`,
    `msg_hash=${hashes.join(',')}`,
    `msg_hash[]=${hashes.join('&msg_hash[1]=')}`,
  ])('takes every value of a list: %s', (query) => {
    expect(read(query)).toEqual({ kind: 'ok', query: { msg_hash: hashes.map((hash) => Buffer.from(hash, 'hex')) } });
  });

  it('returns all parameters that cannot be converted, with the index in a list', () => {
    expect(read(`msg_hash=${hashes[0]}&msg_hash=zz&opcode=&limit=1.5`)).toEqual({
      kind: 'faults',
      faults: [{ name: 'msg_hash', index: 1 }, { name: 'opcode' }, { name: 'limit' }],
    });
  });

  it('returns one fault of a parameter that has several', () => {
    expect(read('msg_hash=yy&msg_hash=zz&msg_hash=x,y')).toEqual({
      kind: 'faults',
      faults: [{ name: 'msg_hash', index: 0 }],
    });
  });

  it.each([
    [`msg_hash=${hashes[0]},`, 1],
    [`msg_hash=${hashes[0]}&msg_hash=`, 1],
    ['msg_hash=', 0],
    ['msg_hash=,', 0],
  ])('skips empty elements of a list: %s', (query, count) => {
    expect(read(query)).toEqual({ kind: 'ok', query: { msg_hash: Array(count).fill(Buffer.from(hashes[0]!, 'hex')) } });
  });

  it('finds names in any case when its rules say so', () => {
    const readAnyCase = createQueryReader(schema, { ignoresCase: true });
    expect(readAnyCase(new URLSearchParams('LIMIT=5'))).toEqual({ kind: 'ok', query: { limit: 5 } });
    expect(read('LIMIT=5')).toEqual({ kind: 'ok', query: {} });
  });

  it('ignores names with an index when its rules say so', () => {
    const readPlain = createQueryReader(schema, { ignoresIndexed: true });
    expect(readPlain(new URLSearchParams(`msg_hash[0]=${hashes[0]}&limit[]=5`))).toEqual({
      kind: 'ok',
      query: { limit: 5 },
    });
  });

  it('limits the values of a list', () => {
    const many = Array.from({ length: 1001 }, () => hashes[0]).join(',');
    expect(read(`msg_hash=${many}`)).toEqual({ kind: 'faults', faults: [{ name: 'msg_hash', valuesMax: 1000 }] });
  });
});
