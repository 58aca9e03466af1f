import type { BodyDecoding, DecodedObject, DecodedValue } from './decoded-value.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import { base64, type RenderOptions, renderNode } from './render-deployed.ts';

const binaryCommentName = 'binary_comment';

/**
 * Prints a body like the written contract: `{type, comment, data}`, with `comment` only for text comments, and the
 * fields in `data`, where inner bodies have the same form. A comment that is not text is a `binary_comment` with its
 * bytes in hexadecimal. An unknown body is undefined in a message, and has an `error` in an answer of the decode
 * endpoint. Never throws.
 */
export function renderContract(decoding: BodyDecoding, { place }: RenderOptions): JsonValue | undefined {
  switch (decoding.kind) {
    case 'decoded':
      return renderBody(decoding.type, decoding.value, decoding.comment);
    case 'empty':
      return { type: 'empty_cell', data: {} };
    case 'unknown':
      if (decoding.binaryComment !== undefined) return renderBinaryComment(decoding.binaryComment);
      return place === 'decode' ? { type: 'unknown', error: `unknown: ${decoding.reason}` } : undefined;
    default:
      return decoding satisfies never;
  }
}

function renderBody(type: string, value: DecodedObject, comment: string | undefined): JsonObject {
  const data: Record<string, JsonValue> = {};
  for (const field of value.fields) data[field.name] = renderValue(field.value);
  return comment === undefined ? { type, data } : { type, comment, data: { ...data, text: comment } };
}

function renderBinaryComment(bytes: Uint8Array): JsonObject {
  return { type: binaryCommentName, data: { hex_comment: Buffer.from(bytes).toString('hex') } };
}

function renderValue(value: DecodedValue): JsonValue {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'object') return value.toString();
  if (value.kind === 'text') return value.text;
  if (value.kind !== 'cell') return renderNode(value, renderValue);
  const { body, boc } = value;
  if (body.kind === 'decoded') return renderBody(body.type, body.value, body.comment);
  if (body.kind === 'unknown' && body.binaryComment !== undefined) return renderBinaryComment(body.binaryComment);
  return boc === undefined ? { type: 'empty_cell', data: {} } : base64(boc);
}
