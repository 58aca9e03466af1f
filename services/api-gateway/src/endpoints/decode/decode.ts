import { decodeBodyText, decodeOpcodeText, opcodeName } from '@tonriver/message-bodies';
import type { Dialect } from '../../dialects/dialect.ts';
import type { SlicedWork } from '../../sliced-work.ts';
import type { DecodeInput } from './request.ts';

/** Limits the answer. A body may refer to one cell often, so its printed form may be a thousand times as long. */
export const ANSWER_LENGTH_MAX = 16 * 1024 * 1024;

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
