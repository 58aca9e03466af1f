import { LRUCache } from 'lru-cache';
import { Bag, BocError } from '@tonriver/boc';
import { type BodyDecoding, decodeBody } from '@tonriver/message-bodies';
import type { Dialect } from '../dialects/dialect.ts';
import { base64Of } from '../reading/bytes.ts';
import type { PrintedBody } from './message.ts';

/** Printed bodies that are remembered: many messages share one, and a message is asked for at both of its ends. */
const BODIES_MAX = 4_000;
/** Larger bodies are printed anew each time, which bounds what is remembered. */
const REMEMBERED_BYTES_MAX = 4_096;

/** Prints and decodes bodies. A body is named by its hash, so that what was printed once stays true. */
export interface BodyPrinter {
  print(dialect: Dialect, hashHex: string, boc: Uint8Array): PrintedBody;
}

export function createBodyPrinter(): BodyPrinter {
  const printed = new LRUCache<string, PrintedBody>({ max: BODIES_MAX });
  return {
    print(dialect, hashHex, boc) {
      const key = `${dialect.name}:${hashHex}`;
      const known = printed.get(key);
      if (known !== undefined) return known;
      const body = { boc: base64Of(boc), decoded: dialect.messageBody(decodingOf(boc)) };
      if (boc.length <= REMEMBERED_BYTES_MAX) printed.set(key, body);
      return body;
    },
  };
}

/** Bodies are what somebody sent: one that cannot be read is unknown, it does not fail the answer. */
function decodingOf(boc: Uint8Array): BodyDecoding {
  try {
    return decodeBody(Bag.parse(boc));
  } catch (error) {
    if (error instanceof BocError) return { kind: 'unknown', reason: `failed to deserialize boc: ${error.message}` };
    throw error;
  }
}
