import { type NeutralStackEntry, parseStackNumber, STACK_NESTING_MAX } from '@tonriver/api-model';
import type { CallWords } from './call-words.ts';

/** Forms of arguments that a dialect takes and the deployed service does not. */
export interface ArgumentRules {
  readonly words: CallWords;
  /** Tuples, lists and null of v3; null, bare base64 and pairs inside of tuples of v2. */
  readonly isContract: boolean;
}

/** The stack of v3: `{type, value}`. @throws {GatewayError} in the words of the dialect */
export function argumentsOfV3(stack: unknown, rules: ArgumentRules): NeutralStackEntry[] {
  if (stack === undefined || stack === null) return [];
  if (!Array.isArray(stack)) throw rules.words.badRequest('failed to decode: stack should be a list');
  return checked(
    stack.map((entry: unknown) => argumentOfV3(entry, rules, 0)),
    rules,
  );
}

function argumentOfV3(entry: unknown, rules: ArgumentRules, depth: number): NeutralStackEntry {
  const { words, isContract } = rules;
  if (!isObject(entry) || typeof entry['type'] !== 'string') {
    throw words.badRequest('failed to decode: a stack entry should have a type and a value');
  }
  const { type, value } = entry;
  switch (type) {
    case 'num':
      return numberOf(value, words);
    case 'cell':
      return cellOfText('tvm.Cell', value, words);
    case 'slice':
      return cellOfText('tvm.Slice', value, words);
    case 'null':
      if (isContract) return { type };
      break;
    case 'tuple':
    case 'list':
      if (!isContract) break;
      if (!Array.isArray(value)) throw words.badRequest(`failed to decode: the value of a ${type} should be a list`);
      return { type, items: inside(value, rules, depth, argumentOfV3) };
  }
  throw words.unsupportedArgument(type);
}

/** The stack of v2: pairs. @throws {GatewayError} in the words of the dialect */
export function argumentsOfV2(stack: unknown, rules: ArgumentRules): NeutralStackEntry[] {
  if (stack === undefined || stack === null) {
    if (rules.isContract) return [];
    throw rules.words.badRequest("Error at path 'stack': Field is missing");
  }
  if (!Array.isArray(stack) || stack.some((pair) => !Array.isArray(pair))) {
    throw rules.words.badRequest("Error at path 'stack': Wrong type: a list of lists expected");
  }
  return checked(
    stack.map((pair: unknown) => argumentOfV2(pair, rules, 0)),
    rules,
  );
}

function argumentOfV2(pair: unknown, rules: ArgumentRules, depth: number): NeutralStackEntry {
  const { words, isContract } = rules;
  const elements: readonly unknown[] = Array.isArray(pair) ? pair : [];
  const [type, value] = elements;
  if (isContract && type === 'null') return { type };
  if (elements.length !== 2) throw words.badArgument(`Expected 2 elements in stack entry, got: ${elements.length}`);
  if (typeof type !== 'string') throw words.badArgument('Expected string as first element in stack entry');
  switch (type) {
    case 'num':
    case 'int':
    case 'number':
    case 'integer':
      return numberOf(value, words);
    case 'tvm.Cell':
    case 'tvm.Slice':
      return cellOfText(type, value, words);
    case 'cell':
    case 'slice':
      if (isContract && typeof value === 'string') return cellOfText(type, value, words);
      return cellOfObject(type, value, words);
    case 'tuple':
    case 'tvm.Tuple':
      return { type: 'tuple', items: elementsOf('Tuple', value, rules, depth) };
    case 'list':
    case 'tvm.List':
      return { type: 'list', items: elementsOf('List', value, rules, depth) };
    default:
      throw words.unsupportedArgument(type);
  }
}

function elementsOf(kind: 'Tuple' | 'List', value: unknown, rules: ArgumentRules, depth: number) {
  const elements = isObject(value) ? value['elements'] : rules.isContract ? value : undefined;
  if (!Array.isArray(elements)) {
    throw rules.words.badArgument(`Invalid tvm.${kind}, valid tvm_stackEntry${kind} expected`);
  }
  return inside(elements, rules, depth, typedArgument);
}

/** `{"@type":"tvm.stackEntryNumber","number":{"number":"1"}}` and its like, inside of tuples and lists of v2. */
function typedArgument(entry: unknown, rules: ArgumentRules, depth: number): NeutralStackEntry {
  const { words, isContract } = rules;
  if (isContract && Array.isArray(entry)) return argumentOfV2(entry, rules, depth);
  const type = isObject(entry) ? entry['@type'] : undefined;
  if (!isObject(entry) || typeof type !== 'string') {
    throw words.badArgument('Invalid tvm.Tuple, valid tvm_stackEntryTuple expected');
  }
  switch (type) {
    case 'tvm.stackEntryNumber': {
      const { number } = entry;
      return numberOf(isObject(number) ? number['number'] : number, words);
    }
    case 'tvm.stackEntryCell':
      return cellOfObject('cell', entry['cell'], words);
    case 'tvm.stackEntrySlice':
      return cellOfObject('slice', entry['slice'], words);
    case 'tvm.stackEntryTuple':
      return { type: 'tuple', items: elementsOf('Tuple', entry['tuple'], rules, depth) };
    case 'tvm.stackEntryList':
      return { type: 'list', items: elementsOf('List', entry['list'], rules, depth) };
    default:
      throw words.unsupportedArgument(type);
  }
}

function inside(
  items: readonly unknown[],
  rules: ArgumentRules,
  depth: number,
  read: (item: unknown, rules: ArgumentRules, depth: number) => NeutralStackEntry,
): NeutralStackEntry[] {
  if (depth >= STACK_NESTING_MAX) throw rules.words.badArgument(`stack is nested deeper than ${STACK_NESTING_MAX}`);
  return items.map((item) => read(item, rules, depth + 1));
}

/** Entries of a stack, those inside of tuples and lists included. */
const ENTRIES_MAX = 1000;
/** Bytes of all its bags: a node takes no more either. */
const CELL_BYTES_MAX = 64 * 1024;

/** Bounds what is handed on; recursion is bounded by the nesting. */
function checked(stack: NeutralStackEntry[], { words }: ArgumentRules): NeutralStackEntry[] {
  let [entries, cellBytes] = [0, 0];
  const count = (entry: NeutralStackEntry): void => {
    entries += 1;
    if ('boc' in entry) cellBytes += (entry.boc.length / 4) * 3;
    if ('items' in entry) entry.items.forEach(count);
  };
  stack.forEach(count);
  if (entries > ENTRIES_MAX) throw words.badArgument(`stack is too large: ${ENTRIES_MAX} entries at most`);
  if (cellBytes > CELL_BYTES_MAX)
    throw words.badArgument(`stack is too large: ${CELL_BYTES_MAX} bytes of cells at most`);
  return stack;
}

/** Long integers of the body have become their text: see `hasExactIntegers`. */
function numberOf(value: unknown, words: CallWords): NeutralStackEntry {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return { type: 'number', value: String(value) };
  if (typeof value !== 'string') throw words.badArgument('Wrong type of number in stack entry');
  const number = parseStackNumber(value);
  if (number === undefined) throw words.badArgument(`Invalid number: ${value.slice(0, 100)}`);
  return { type: 'number', value: number.toString() };
}

function cellOfText(name: string, value: unknown, words: CallWords): NeutralStackEntry {
  if (typeof value !== 'string') throw words.badArgument(`Invalid ${name}, base64 string expected`);
  if (value === '') throw words.badArgument(`Empty ${name}`);
  if (!isBase64(value)) throw words.badArgument(`Invalid ${name}, base64 string expected`);
  return { type: name.endsWith('lice') ? 'slice' : 'cell', boc: value };
}

function cellOfObject(type: 'cell' | 'slice', value: unknown, words: CallWords): NeutralStackEntry {
  const bytes = isObject(value) ? value['bytes'] : undefined;
  if (typeof bytes !== 'string') throw words.badArgument(`Invalid ${type}, object with field bytes expected`);
  if (bytes === '') throw words.badArgument(`Empty ${type}`);
  if (!isBase64(bytes)) throw words.badArgument(`Invalid ${type}, object with field bytes expected`);
  return { type, boc: bytes };
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
