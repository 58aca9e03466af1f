import { Bag, BocError } from '@tonriver/boc';
import { base64Bytes } from './base64-text.ts';
import { decodeBody } from './decode-body.ts';
import type { BodyDecoding } from './decoded-value.ts';

/** The longest text of a body: the hexadecimal digits of the largest bag. */
export const bodyTextLengthMax = 2 * 1024 * 1024;
/** The largest bag of cells that is decoded as a body. */
const bodyBytesMax = 1024 * 1024;

/** A message has at most 8,192 cells (`max_msg_cells` of the configuration). */
const bodyCellsMax = 10_000;

/**
 * Reads a body of the decode endpoint: standard base64 if it begins with `te6`, else hexadecimal. Never throws; a text
 * that is not a bag of cells is unknown, with the reason in the deployed API's text.
 */
export function decodeBodyText(text: string): BodyDecoding {
  if (text.length > bodyTextLengthMax) return unknown('encoded boc size limit exceeded');
  const isBase64 = text.startsWith('te6');
  const bytes = isBase64 ? base64Bytes(text) : hexBytes(text);
  if (typeof bytes === 'string') return unknown(`failed to decode ${isBase64 ? 'base64' : 'hex'}: ${bytes}`);
  if (bytes.length > bodyBytesMax) return unknown('decoded boc size limit exceeded');
  try {
    return decodeBody(Bag.parse(bytes, { cellCountMax: bodyCellsMax }));
  } catch (error) {
    if (error instanceof BocError) return unknown(`failed to deserialize boc: ${error.message}`);
    throw error;
  }
}

function unknown(reason: string): BodyDecoding {
  return { kind: 'unknown', reason };
}

function hexBytes(text: string): Uint8Array | string {
  if (text.length % 2 !== 0) return 'Wrong hex string length';
  return /^[0-9a-fA-F]*$/.test(text) ? Buffer.from(text, 'hex') : 'Wrong hex string';
}
