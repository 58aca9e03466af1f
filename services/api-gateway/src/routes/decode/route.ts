import { type DecodeRequest, decodeBody, decodeQuery, readQuery } from '@tonriver/api-model';
import { decodeBodyText, decodeOpcodeText, opcodeName } from '@tonriver/message-bodies';
import type { Dialect } from '../../dialects/dialect.ts';
import type { SlicedWork } from '../../sliced-work.ts';

/** The most elements of each list. */
const DECODE_LIST_MAX = 1000;

/** Limits the answer. A body may refer to one cell often, so its printed form may be a thousand times as long. */
export const ANSWER_LENGTH_MAX = 16 * 1024 * 1024;

export interface DecodeInput {
  readonly opcodes: readonly string[];
  readonly bodies: readonly string[];
}

/** Reads both lists from repeated parameters (GET). @throws {GatewayError} with the dialect's text and status */
export function parseDecodeQuery(dialect: Dialect, parameters: URLSearchParams): DecodeInput {
  const reading = readQuery(decodeQuery, parameters);
  if (reading.kind === 'faults') throw dialect.queryError(reading.faults);
  return checkedLists(dialect, reading.query);
}

/** Reads both lists from members of the body (POST). @throws {GatewayError} with the dialect's text and status */
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
 * Returns names and contents as JSON, in the order of the request. A body that cannot be read has an error in its
 * place.
 *
 * @throws {GatewayError} with the first opcode that is not a number
 */
export async function decode(
  dialect: Dialect,
  { opcodes, bodies }: DecodeInput,
  slicedWork: SlicedWork,
  signal: AbortSignal,
): Promise<string> {
  const names = opcodes.map((text, index) => {
    const reading = decodeOpcodeText(text);
    if (reading.kind === 'invalid')
      throw dialect.badRequest(`invalid opcode format at index ${index}: ${reading.text.slice(0, 100)}`);
    return opcodeName(reading.opcode) ?? 'unknown';
  });
  // Each body is printed right after decoding. Printing all at once would block the event loop.
  let length = 0;
  const decodedText = (text: string): string => {
    const decodedBody = JSON.stringify(dialect.decodedBody(decodeBodyText(text)));
    length += decodedBody.length;
    if (length > ANSWER_LENGTH_MAX) throw dialect.badRequest('the bodies are too large when they are decoded');
    return decodedBody;
  };
  const weight = bodies.reduce((total, text) => total + text.length, 1);
  const decoded = await slicedWork.map(bodies, decodedText, { signal, weight });
  return `{"opcodes":${JSON.stringify(names)},"bodies":[${decoded.join(',')}]}`;
}
