import { type DecodeRequest, decodeBody, decodeQuery, readQuery } from '@tonriver/api-model';
import { decodeBodyText, decodeOpcodeText, opcodeName } from '@tonriver/message-bodies';
import type { Dialect } from '../../dialects/dialect.ts';

/** Elements of each list. */
export const DECODE_LIST_MAX = 1000;

/** Bodies between two turns of the event loop. */
const BODIES_PER_TURN = 20;

export interface DecodeInput {
  readonly opcodes: readonly string[];
  readonly bodies: readonly string[];
}

/** GET: both lists as repeated parameters. @throws {GatewayError} in the words of the dialect */
export function parseDecodeQuery(dialect: Dialect, parameters: URLSearchParams): DecodeInput {
  const reading = readQuery(decodeQuery, parameters);
  if (reading.kind === 'faults') throw dialect.queryError(reading.faults);
  return checkedLists(dialect, reading.query);
}

/** POST: both lists as members of the body. @throws {GatewayError} in the words of the dialect */
export function parseDecodeBody(dialect: Dialect, body: unknown): DecodeInput {
  const parsed = decodeBody.safeParse(body);
  if (parsed.success) return checkedLists(dialect, parsed.data);
  const [list, index] = parsed.error.issues[0]?.path ?? [];
  if (list === undefined) throw dialect.badRequest('failed to decode: body should be a JSON object');
  const what = index === undefined ? 'a list of strings' : 'a string';
  const place = index === undefined ? String(list) : `${String(list)}[${String(index)}]`;
  throw dialect.badRequest(`failed to decode: ${place} should be ${what}`);
}

function checkedLists(dialect: Dialect, request: DecodeRequest): DecodeInput {
  const { opcodes, bodies } = { opcodes: request.opcodes ?? [], bodies: request.bodies ?? [] };
  if (opcodes.length > DECODE_LIST_MAX) {
    throw dialect.badRequest(`opcodes list exceeds maximum length of ${DECODE_LIST_MAX}`);
  }
  if (bodies.length > DECODE_LIST_MAX) {
    throw dialect.badRequest(`bodies list exceeds maximum length of ${DECODE_LIST_MAX}`);
  }
  return { opcodes, bodies };
}

/**
 * Names and contents in the order and number of the request. A body that cannot be read says so in its place; an opcode
 * that is no number fails the request.
 *
 * @throws {GatewayError} naming the first such opcode
 */
export async function decode(dialect: Dialect, { opcodes, bodies }: DecodeInput): Promise<unknown> {
  const names = opcodes.map((text, index) => {
    const reading = decodeOpcodeText(text);
    if (reading.kind === 'invalid')
      throw dialect.badRequest(`invalid opcode format at index ${index}: ${reading.text}`);
    return opcodeName(reading.opcode) ?? 'unknown';
  });
  const decoded: unknown[] = [];
  for (const [index, text] of bodies.entries()) {
    if (index > 0 && index % BODIES_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    decoded.push(dialect.decodedBody(decodeBodyText(text)));
  }
  return { opcodes: names, bodies: decoded };
}
