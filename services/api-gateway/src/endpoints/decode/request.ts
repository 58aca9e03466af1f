import { textListParameter } from '@tonriver/api-model';
import { z } from 'zod';
import type { Dialect } from '../../dialects/dialect.ts';

/** The most elements of each list. */
const DECODE_LIST_MAX = 1000;

const opcodesMeta = { description: 'Opcodes, hex or decimal', examples: [['0x0f8a7ea5', '0xd53276db']] };
const bodiesMeta = {
  description: 'Message bodies as bags of cells, base64 or hex',
  examples: [['te6cckEBAQEACwAAEgAAAABoZWxsb5oNank=']],
};

export const decodeQuery = z.object({
  opcodes: textListParameter(`${opcodesMeta.description}; repeat the parameter`).optional(),
  bodies: textListParameter(`${bodiesMeta.description}; repeat the parameter`).optional(),
});

export const decodeBody = z
  .object({
    opcodes: z.array(z.string()).nullish().meta(opcodesMeta),
    bodies: z.array(z.string()).nullish().meta(bodiesMeta),
  })
  .meta({ id: 'DecodeRequest' });

export const decodeExample = { opcodes: opcodesMeta.examples[0], bodies: bodiesMeta.examples[0] };

type DecodeMembers = z.output<typeof decodeBody>;

export interface DecodeInput {
  readonly opcodes: readonly string[];
  readonly bodies: readonly string[];
}

/** Reads both lists from members of the body (POST). @throws {GatewayError} with the dialect's text and status */
export function readDecodeBody(body: unknown, dialect: Dialect): DecodeInput {
  // The deployed service takes null for an object without members.
  const parsed = decodeBody.safeParse(body === null && dialect.name === 'deployed' ? {} : body);
  if (parsed.success) return readDecodeLists(parsed.data, dialect);
  const [list, index] = parsed.error.issues[0]?.path ?? [];
  if (list === undefined) throw dialect.badRequest('failed to decode: body should be a JSON object');
  const what = index === undefined ? 'a list of strings' : 'a string';
  const place = index === undefined ? String(list) : `${String(list)}[${String(index)}]`;
  throw dialect.badRequest(`failed to decode: ${place} should be ${what}`);
}

/** Checks the number of elements of both lists. @throws {GatewayError} with the dialect's text and status */
export function readDecodeLists(request: DecodeMembers, dialect: Dialect): DecodeInput {
  const { opcodes, bodies } = { opcodes: request.opcodes ?? [], bodies: request.bodies ?? [] };
  if (opcodes.length > DECODE_LIST_MAX) {
    throw dialect.badRequest(`opcodes list exceeds maximum length of ${DECODE_LIST_MAX}`);
  }
  if (bodies.length > DECODE_LIST_MAX) {
    throw dialect.badRequest(`bodies list exceeds maximum length of ${DECODE_LIST_MAX}`);
  }
  return { opcodes, bodies };
}
