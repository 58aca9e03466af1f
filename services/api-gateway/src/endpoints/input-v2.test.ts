import { expect, it } from '@jest/globals';
import { hashListParameter, int32Parameter } from '@tonriver/api-model';
import { z } from 'zod';
import { contract } from '../dialects/contract.ts';
import { deployed } from '../dialects/deployed.ts';
import { createInputReaderV2 } from './input-v2.ts';

const schema = z.object({
  seqno: int32Parameter('Seqno').optional(),
  libraries: hashListParameter('Libraries').optional(),
});
const query = { schema, read: (given: z.output<typeof schema>) => given };
const [inDeployed, inContract] = [deployed, contract].map((dialect) =>
  createInputReaderV2({ path: '/v2/made', query }, dialect),
) as [ReturnType<typeof createInputReaderV2>, ReturnType<typeof createInputReaderV2>];
const hash = 'ab'.repeat(32);

it('reads the first value of a parameter, and ignores unknown parameters', () => {
  expect(inDeployed.ofQuery(new URLSearchParams('seqno=1&seqno=2&other=3'))).toEqual({ seqno: 1 });
});

it.each([
  [{ seqno: 5 }, { seqno: 5 }],
  [{ seqno: '5' }, { seqno: 5 }],
  [{ seqno: null }, {}],
  [{ libraries: [hash, hash] }, { libraries: [Buffer.from(hash, 'hex'), Buffer.from(hash, 'hex')] }],
])('reads the members %j of a body', (members, read) => {
  expect(inDeployed.ofMembers(members, true)).toEqual(read);
});

it.each([
  [{ seqno: 1.5 }, 'failed to parse post request: failed to parse seqno'],
  [{ seqno: {} }, "failed to parse post request: Error at path 'seqno': Wrong type"],
  [{ x: 1 }, "failed to parse post request: Unknown property 'x'"],
  [null, 'failed to parse post request: request body should be a JSON object'],
])('refuses the members %j as deployed', (members, message) => {
  expect(() => inDeployed.ofMembers(members, true)).toThrow(message);
});

it('refuses a parameter in the words of the dialect', () => {
  const parameters = new URLSearchParams('seqno=x');
  expect(() => inDeployed.ofQuery(parameters)).toThrow('failed to parse get request: failed to parse seqno');
  expect(() => inContract.ofQuery(parameters)).toThrow(/^failed to parse seqno$/);
});

it('ignores unknown members when it is not strict', () => {
  expect(inDeployed.ofMembers({ x: 1 }, false)).toEqual({});
});
