import { RequestError } from './request-error.ts';

/** Limits that a text must keep before it is parsed. */
export interface JsonBounds {
  /** Depth of objects and arrays inside each other. */
  readonly nestingMax: number;
  /** Members and elements at all depths together. */
  readonly valuesMax: number;
  /** Integers that a double cannot hold exactly are returned as strings of their digits. */
  readonly hasExactIntegers?: boolean;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Parses JSON text from an untrusted client. Nesting and values are counted first, in one pass without recursion,
 * because a few kilobytes of brackets could keep the parser busy for a second or overflow the stack.
 *
 * @throws {RequestError} `json_too_deep`, `json_too_many_values`, `json_broken`
 */
export function parseJson(bytes: Uint8Array, bounds: JsonBounds): unknown {
  checkStructure(bytes, bounds);
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(bounds.hasExactIntegers === true ? withExactIntegers(text) : text);
  } catch (error) {
    // The parser's own message would quote the body.
    if (error instanceof SyntaxError) throw new RequestError('json_broken', 'The text is not JSON');
    throw error;
  }
}

function checkStructure(bytes: Uint8Array, { nestingMax, valuesMax }: JsonBounds): void {
  let [depth, values] = [0, 1];
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        if (depth > nestingMax) throw new RequestError('json_too_deep', 'The text is nested too deep', { nestingMax });
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        break;
      default:
        break;
    }
    if (values > valuesMax) {
      throw new RequestError('json_too_many_values', 'The text has too many values', { valuesMax });
    }
  }
}

/** The position of the quote that ends the string which begins at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at;
  }
  throw new RequestError('json_broken', 'A string of the text has no end');
}

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Integers with this many digits may be larger than a double can hold. */
const LONG_INTEGER = /^-?[1-9]\d{15,}$/;

/** Only for text whose strings are all closed: the pattern would take very long on an unclosed string. */
function withExactIntegers(text: string): string {
  return text.replace(STRING_OR_NUMBER, (token) => (LONG_INTEGER.test(token) ? `"${token}"` : token));
}
