import { describe, expect, it } from '@jest/globals';
import { readQuery, transactionsByMessageQuery } from '../index.ts';

const hashes = ['ab'.repeat(32), 'cd'.repeat(32)];
const read = (query: string) => readQuery(transactionsByMessageQuery, new URLSearchParams(query));

describe('readQuery', () => {
  it('ignores unknown parameters', () => {
    expect(read('foo=1&__proto__=2&exclude_account=x')).toEqual({ kind: 'ok', query: {} });
  });

  it('uses the last value of a scalar', () => {
    expect(read('limit=5&limit=6')).toEqual({ kind: 'ok', query: { limit: 6 } });
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

  it('limits the values of a list', () => {
    const many = Array.from({ length: 1001 }, () => hashes[0]).join(',');
    expect(read(`msg_hash=${many}`)).toEqual({ kind: 'faults', faults: [{ name: 'msg_hash' }] });
  });
});
