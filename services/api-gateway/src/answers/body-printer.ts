import { LRUCache } from 'lru-cache';
import { Bag, BocError } from '@tonriver/boc';
import { type BodyDecoding, decodeBody } from '@tonriver/message-bodies';
import type { Dialect } from '../dialects/dialect.ts';
import type { PrintedBody } from './message.ts';
import { base64Of } from './base64.ts';

/** Printed bodies that are cached: many messages share one, and a message appears at both of its ends. */
const BODIES_MAX = 500;
/** Larger bodies are not cached, which bounds the memory. */
const REMEMBERED_BYTES_MAX = 4_096;

/** A body as a bag of its own, or as the rest of a slice of another one. */
export interface StoredBody {
  boc(): Uint8Array;
  decode(): BodyDecoding;
}

/** Prints and decodes bodies. Cached by hash, so an entry never becomes wrong. */
export interface BodyPrinter {
  print(dialect: Dialect, hashHex: string, body: StoredBody): PrintedBody;
}

export function createBodyPrinter(): BodyPrinter {
  const printed = new LRUCache<string, PrintedBody>({ max: BODIES_MAX });
  return {
    print(dialect, hashHex, stored) {
      const key = `${dialect.name}:${hashHex}`;
      const known = printed.get(key);
      if (known !== undefined) return known;
      const boc = stored.boc();
      const body = { boc: base64Of(boc), decoded: dialect.messageBody(stored.decode()) };
      if (boc.length <= REMEMBERED_BYTES_MAX) printed.set(key, body);
      return body;
    },
  };
}

/** Returns a body that is a bag of its own. */
export function bodyOfBag(boc: Uint8Array): StoredBody {
  return { boc: () => boc, decode: () => decodingOf(boc) };
}

/** Decodes a body. Anyone can send any body, so one that cannot be read is unknown and no failure. */
function decodingOf(boc: Uint8Array): BodyDecoding {
  try {
    return decodeBody(Bag.parse(boc));
  } catch (error) {
    if (error instanceof BocError) return { kind: 'unknown', reason: `failed to deserialize boc: ${error.message}` };
    throw error;
  }
}
