import { describe, expect, it } from '@jest/globals';
import {
  address,
  boc,
  describeGetMethods,
  CONTRACT,
  DEPLOYED,
  said,
} from './testing/get-method-gateway.test-support.ts';

const { executor, send, v3 } = describeGetMethods();

describe('v3 refuses', () => {
  const numbers = 'Wrong type of number in stack entry';
  it.each([
    ['no address', { address: undefined }, 401, 400, 'address is required'],
    ['an empty address', { address: '' }, 401, 400, 'address is required'],
    ['no account', { address: 'addr_none' }, 401, 400, 'address is required'],
    ['another type of address', { address: 5 }, 422, 400, 'failed to decode: address should be a string'],
    ['no method', { method: undefined }, 401, 400, 'method is required'],
    ['an empty method', { method: '' }, 401, 400, 'method is required'],
    ['another type of method', { method: {} }, 422, 400, 'failed to decode: method should be a string'],
    ['a number too large', { method: '0x80000000' }, 422, 400, 'method number is out of range: 0x80000000'],
    ['no list', { stack: 5 }, 422, 400, 'failed to decode: stack should be a list'],
    ['no entry', { stack: [5] }, 422, 400, 'failed to decode: a stack entry should have a type and a value'],
    [
      'an unknown type',
      { stack: [{ type: 'builder', value: boc }] },
      500,
      400,
      'unsupported stack parameter type: builder',
    ],
    ['a bad number', { stack: [{ type: 'num', value: 'abc' }] }, 500, 400, 'Invalid number: abc'],
    [
      'a number of 258 bits',
      { stack: [{ type: 'num', value: `0x1${'0'.repeat(64)}` }] },
      500,
      400,
      `Invalid number: 0x1${'0'.repeat(64)}`,
    ],
    ['a fraction', { stack: [{ type: 'num', value: 1.5 }] }, 500, 400, numbers],
    ['no number', { stack: [{ type: 'num' }] }, 500, 400, numbers],
    ['an empty cell', { stack: [{ type: 'cell', value: '' }] }, 500, 400, 'Empty tvm.Cell'],
    ['an empty slice', { stack: [{ type: 'slice', value: '' }] }, 500, 400, 'Empty tvm.Slice'],
    [
      'a cell that is no text',
      { stack: [{ type: 'cell', value: 5 }] },
      500,
      400,
      'Invalid tvm.Cell, base64 string expected',
    ],
    [
      'a slice in no base64',
      { stack: [{ type: 'slice', value: 'te6c_' }] },
      500,
      400,
      'Invalid tvm.Slice, base64 string expected',
    ],
  ])('%s', async (_what, changes, deployed, contract, text) => {
    expect(said(await v3(DEPLOYED, changes))).toEqual([deployed, text]);
    expect(said(await v3(CONTRACT, changes))).toEqual([contract, text]);
    expect(executor.calls).toEqual([]);
  });

  it.each(['tuple', 'list', 'null'])('as deployed: %s', async (type) => {
    const text = `unsupported stack parameter type: ${type}`;
    expect(said(await v3(DEPLOYED, { stack: [{ type, value: [] }] }))).toEqual([500, text]);
  });

  it.each([
    ['no JSON', '{', 'application/json', 'request body is not valid JSON'],
    ['no object', '[]', 'application/json', 'request body should be a JSON object'],
    ['nothing', '', 'application/json', 'request body is not valid JSON'],
    ['another content type', '{}', 'text/plain', 'Unprocessable Entity'],
  ])('%s', async (_what, body, contentType, text) => {
    expect(said(await send('/toncenter/api/v3/runGetMethod', body, contentType))).toEqual([422, text]);
    expect(said(await send('/api/v3/runGetMethod', body, contentType))).toEqual([400, text]);
  });

  it('a tuple nested 10,000 deep, without delay', async () => {
    const nested = `${'{"type":"tuple","value":['.repeat(10_000)}${']}'.repeat(10_000)}`;
    const body = `{"address":"${address}","method":"seqno","stack":[${nested}]}`;
    expect(said(await send('/api/v3/runGetMethod', body))).toEqual([400, 'request body is nested too deep']);
    const shallower = `${'{"type":"tuple","value":['.repeat(101)}${']}'.repeat(101)}`;
    const answer = await send('/api/v3/runGetMethod', body.replace(nested, shallower));
    expect(said(answer)).toEqual([400, 'stack is nested deeper than 100']);
  });

  it('more entries or more cells than a stack may have', async () => {
    const entries = 'stack is too large: 1000 entries at most';
    const zero = { type: 'num', value: 0 };
    expect(said(await v3(DEPLOYED, { stack: Array(1001).fill(zero) }))).toEqual([500, entries]);
    expect(said(await v3(CONTRACT, { stack: [{ type: 'tuple', value: Array(1000).fill(zero) }] }))).toEqual([
      400,
      entries,
    ]);
    expect((await v3(CONTRACT, { stack: Array(1000).fill(zero) })).status).toBe(200);
    const cell = { type: 'cell', value: 'AAAA'.repeat(3000) };
    const bytes = 'stack is too large: 65536 bytes of cells at most';
    expect(said(await v3(CONTRACT, { stack: Array(8).fill(cell) }))).toEqual([400, bytes]);
  });

  it('a body that is too large', async () => {
    const body = JSON.stringify({ address, more: 'x'.repeat(1024 * 1024) });
    expect(said(await send('/api/v3/runGetMethod', body))).toEqual([413, 'request body is too large']);
    expect(said(await send('/toncenter/api/v2/runGetMethod', body))).toEqual([413, 'too large request']);
  });
});
