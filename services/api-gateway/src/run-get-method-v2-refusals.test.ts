import { describe, expect, it } from '@jest/globals';
import { answerSchemaOf } from './testing/answer-schema.test-support.ts';
import {
  address,
  boc,
  CONTRACT,
  DEPLOYED,
  describeGetMethods,
  said,
} from './testing/get-method-gateway.test-support.ts';

const { executor, send, v2, rpc } = describeGetMethods();

describe('v2 refuses', () => {
  const parse = (text: string): string => `failed to parse post request: ${text}`;
  it.each([
    ['no address', { address: undefined }, parse("Error at path 'address': Field is missing"), 'address is required'],
    [
      'no text',
      { address: 5 },
      parse("Error at path 'address': Wrong type: string expected"),
      "Error at path 'address': Wrong type: string expected",
    ],
    ['a bad address', { address: 'abc' }, parse("Failed to parse ton_addr: 'abc'"), "Failed to parse ton_addr: 'abc'"],
    [
      'an external address',
      { address: 'ext$8:FF' },
      parse("Failed to parse ton_addr: 'ext$8:FF'"),
      "Failed to parse ton_addr: 'ext$8:FF'",
    ],
    ['no method', { method: null }, parse("Error at path 'method': Field is missing"), 'method is required'],
    ['a fraction as method', { method: 1.5 }, parse('method number is out of range: 1.5'), undefined],
    [
      'no list',
      { stack: {} },
      parse("Error at path 'stack': Wrong type: a list of lists expected"),
      "Error at path 'stack': Wrong type: a list of lists expected",
    ],
    [
      'one element',
      { stack: [['num']] },
      'Expected 2 elements in stack entry, got: 1',
      'Expected 2 elements in stack entry, got: 1',
    ],
    [
      'three elements',
      { stack: [['num', '1', '2']] },
      'Expected 2 elements in stack entry, got: 3',
      'Expected 2 elements in stack entry, got: 3',
    ],
    [
      'no name',
      { stack: [[5, '1']] },
      'Expected string as first element in stack entry',
      'Expected string as first element in stack entry',
    ],
    ['a bad number', { stack: [['num', 'abc']] }, 'Invalid number: abc', 'Invalid number: abc'],
    [
      'no number',
      { stack: [['num', {}]] },
      'Wrong type of number in stack entry',
      'Wrong type of number in stack entry',
    ],
    ['an empty bag', { stack: [['tvm.Cell', '']] }, 'Empty tvm.Cell', 'Empty tvm.Cell'],
    ['an empty slice', { stack: [['tvm.Slice', '']] }, 'Empty tvm.Slice', 'Empty tvm.Slice'],
    ['an empty cell', { stack: [['cell', { bytes: '' }]] }, 'Empty cell', 'Empty cell'],
    ['an empty slice object', { stack: [['slice', { bytes: '' }]] }, 'Empty slice', 'Empty slice'],
    [
      'no base64',
      { stack: [['tvm.Cell', 5]] },
      'Invalid tvm.Cell, base64 string expected',
      'Invalid tvm.Cell, base64 string expected',
    ],
    [
      'base64url',
      { stack: [['tvm.Slice', 'te6c__==']] },
      'Invalid tvm.Slice, base64 string expected',
      'Invalid tvm.Slice, base64 string expected',
    ],
    [
      'no object',
      { stack: [['cell', 5]] },
      'Invalid cell, object with field bytes expected',
      'Invalid cell, object with field bytes expected',
    ],
    [
      'no bytes',
      { stack: [['slice', {}]] },
      'Invalid slice, object with field bytes expected',
      'Invalid slice, object with field bytes expected',
    ],
    [
      'no tuple',
      { stack: [['tuple', 5]] },
      'Invalid tvm.Tuple, valid tvm_stackEntryTuple expected',
      'Invalid tvm.Tuple, valid tvm_stackEntryTuple expected',
    ],
    [
      'no list of entries',
      { stack: [['tvm.List', {}]] },
      'Invalid tvm.List, valid tvm_stackEntryList expected',
      'Invalid tvm.List, valid tvm_stackEntryList expected',
    ],
    [
      'seqno 0',
      { seqno: 0 },
      'failed to validate request: seqno should be positive',
      'failed to validate request: seqno should be positive',
    ],
    ['a bad seqno', { seqno: 'x' }, parse('failed to parse seqno'), 'failed to parse seqno'],
  ])('%s', async (_what, changes, deployed, contract = deployed.replace(parse(''), '')) => {
    const { status, json } = await v2(DEPLOYED, changes);
    expect([status, json]).toEqual([
      422,
      { ok: false, error: deployed, code: 422, '@extra': expect.stringMatching(/^\d{10}:_:/) },
    ]);
    const { json: other } = await v2(CONTRACT, changes);
    expect(other).toEqual({ ok: false, error: contract, code: 400 });
    expect(executor.calls).toEqual([]);
  });

  it('an unknown type of entry, with a different status', async () => {
    for (const type of ['tvm.Builder', 'continuation']) {
      const { status, json } = await v2(DEPLOYED, { stack: [[type, boc]] });
      expect([status, json['error']]).toEqual([542, `Unsupported stack entry type: ${type}`]);
      expect(said(await v2(CONTRACT, { stack: [[type, boc]] }))).toEqual([
        400,
        `unsupported stack parameter type: ${type}`,
      ]);
    }
  });

  it('as deployed: no stack, a seqno as text, a plain text as cell, and unknown members', async () => {
    expect(said(await v2(DEPLOYED, { stack: undefined }))).toEqual([
      422,
      parse("Error at path 'stack': Field is missing"),
    ]);
    expect(said(await v2(DEPLOYED, { seqno: '7' }))).toEqual([422, parse('failed to parse seqno')]);
    expect(said(await v2(DEPLOYED, { stack: [['cell', boc]] }))).toEqual([
      422,
      'Invalid cell, object with field bytes expected',
    ]);
    expect(said(await v2(DEPLOYED, { more: 1 }))).toEqual([422, parse("Unknown property 'more'")]);
    expect((await v2(CONTRACT, { stack: undefined, more: 1 })).status).toBe(200);
  });

  it('typed entries that are nested too deep', async () => {
    const open = '{"@type":"tvm.stackEntryTuple","tuple":{"elements":[';
    const nested = (levels: number): string =>
      `{"address":"${address}","method":"x","stack":[["tuple",{"elements":[${open.repeat(levels)}${']}}'.repeat(levels)}]}]]}`;
    expect(said(await send('/toncenter/api/v2/runGetMethod', nested(10_000)))).toEqual([
      422,
      parse('request body is nested too deep'),
    ]);
    expect(said(await send('/toncenter/api/v2/runGetMethod', nested(100)))).toEqual([
      422,
      'stack is nested deeper than 100',
    ]);
    expect((await send('/toncenter/api/v2/runGetMethod', nested(99))).status).toBe(200);
  });
});

describe('jsonRPC', () => {
  const params = { address, method: 'seqno', stack: [] };
  it.each([CONTRACT, DEPLOYED])('under %s answers like the deployed v2, with the id', async (base) => {
    const { status, json } = await rpc(base, {
      jsonrpc: '2.0',
      id: 1,
      method: 'runGetMethod',
      params: { ...params, more: 1 },
    });
    expect(status).toBe(200);
    expect(answerSchemaOf('/v2/jsonRPC', 'deployed').safeParse(json).error).toBeUndefined();
    expect([json['jsonrpc'], json['id']]).toEqual(['2.0', '1']);
    expect((await rpc(base, { method: 'runGetMethod', params })).json).not.toHaveProperty('id');
  });

  it.each([
    ['an unknown method', { method: 'x', id: 'a' }, 404, 'Unknown method'],
    ['a method that is not served', { method: 'getTokenData', id: 'a' }, 501, 'getTokenData is not implemented yet'],
    [
      'no parameters',
      { method: 'runGetMethod', id: 'a' },
      422,
      "failed to parse post request: Error at path 'address': Field is missing",
    ],
    [
      'parameters that are no object',
      { method: 'runGetMethod', id: 'a', params: [] },
      422,
      "failed to parse post request: Error at path 'address': Field is missing",
    ],
    [
      'a list of parameters',
      { method: 'runGetMethod', id: 'a', params: [address] },
      422,
      'params must contain an object',
    ],
    [
      'a bad argument',
      { method: 'runGetMethod', id: 'a', params: { ...params, stack: [['num', 'z']] } },
      422,
      'Invalid number: z',
    ],
  ])('%s', async (_what, body, status, error) => {
    const answer = await rpc(CONTRACT, body);
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({
      ok: false,
      error,
      code: status,
      '@extra': expect.any(String),
      jsonrpc: '2.0',
      id: 'a',
    });
  });

  it.each([
    ['no JSON', '{', 'failed to parse post request: request body is not valid JSON'],
    ['no method', '{}', "failed to parse post request: Error at path 'method': Field is missing"],
  ])('%s', async (_what, body, error) => {
    const { status, json } = await rpc(DEPLOYED, body);
    expect([status, json['error'], json['code']]).toEqual([422, error, 422]);
  });
});
