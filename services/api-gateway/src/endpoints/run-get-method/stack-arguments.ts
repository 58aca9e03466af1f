import { type NeutralStackEntry, parseStackNumber, STACK_NESTING_MAX } from '@tonriver/api-model';
import type { CallErrors } from './call-errors.ts';

/** How arguments are read in a dialect. */
export interface ArgumentRules {
  readonly errors: CallErrors;
  /** The contract also accepts tuples, lists and null in v3; null, plain base64 and pairs inside tuples in v2. */
  readonly isContract: boolean;
}

/** Reads the stack of v3: `{type, value}`. @throws {GatewayError} with the dialect's text and status */
export function argumentsOfV3(stack: unknown, rules: ArgumentRules): NeutralStackEntry[] {
  if (stack === undefined || stack === null) return [];
  if (!Array.isArray(stack)) throw rules.errors.badRequest('failed to decode: stack should be a list');
  return checked(
    stack.map((entry: unknown) => argumentOfV3(entry, rules, 0)),
    rules,
  );
}

function argumentOfV3(entry: unknown, rules: ArgumentRules, depth: number): NeutralStackEntry {
  const { errors, isContract } = rules;
  // A type that is absent is an empty text in the deployed service.
  if (!isContract && isObject(entry) && (entry['type'] ?? null) === null) throw errors.unsupportedArgument('');
  if (!isObject(entry) || typeof entry['type'] !== 'string') {
    throw errors.badRequest('failed to decode: a stack entry should have a type and a value');
  }
  const { type, value } = entry;
  switch (type) {
    case 'num':
      return numberOf(value, errors);
    case 'cell':
      return cellOfText('tvm.Cell', value, errors);
    case 'slice':
      return cellOfText('tvm.Slice', value, errors);
    case 'null':
      if (isContract) return { type };
      break;
    case 'tuple':
    case 'list':
      if (!isContract) break;
      if (!Array.isArray(value)) throw errors.badRequest(`failed to decode: the value of a ${type} should be a list`);
      return { type, items: inside(value, rules, depth, argumentOfV3) };
  }
  throw errors.unsupportedArgument(type);
}

/** Reads the stack of v2: pairs. @throws {GatewayError} with the dialect's text and status */
export function argumentsOfV2(stack: unknown, rules: ArgumentRules): NeutralStackEntry[] {
  if (stack === undefined || stack === null) {
    if (rules.isContract) return [];
    throw rules.errors.badRequest("Error at path 'stack': Field is missing");
  }
  if (!Array.isArray(stack) || stack.some((pair) => !Array.isArray(pair))) {
    throw rules.errors.badRequest("Error at path 'stack': Wrong type: a list of lists expected");
  }
  return checked(
    stack.map((pair: unknown) => argumentOfV2(pair, rules, 0)),
    rules,
  );
}

function argumentOfV2(pair: unknown, rules: ArgumentRules, depth: number): NeutralStackEntry {
  const { errors, isContract } = rules;
  const elements: readonly unknown[] = Array.isArray(pair) ? pair : [];
  const [type, value] = elements;
  if (isContract && type === 'null') return { type };
  if (elements.length !== 2) throw errors.badArgument(`Expected 2 elements in stack entry, got: ${elements.length}`);
  if (typeof type !== 'string') throw errors.badArgument('Expected string as first element in stack entry');
  switch (type) {
    case 'num':
    case 'int':
    case 'number':
    case 'integer':
      return numberOf(value, errors);
    case 'tvm.Cell':
    case 'tvm.Slice':
      return cellOfText(type, value, errors);
    case 'cell':
    case 'slice':
      if (isContract && typeof value === 'string') return cellOfText(type, value, errors);
      return cellOfObject(type, value, errors);
    case 'tuple':
    case 'tvm.Tuple':
      return { type: 'tuple', items: elementsOf('Tuple', value, rules, depth) };
    case 'list':
    case 'tvm.List':
      return { type: 'list', items: elementsOf('List', value, rules, depth) };
    default:
      throw errors.unsupportedArgument(type);
  }
}

function elementsOf(kind: 'Tuple' | 'List', value: unknown, rules: ArgumentRules, depth: number) {
  const elements = isObject(value) ? value['elements'] : rules.isContract ? value : undefined;
  if (!Array.isArray(elements)) {
    throw rules.errors.badArgument(`Invalid tvm.${kind}, valid tvm_stackEntry${kind} expected`);
  }
  return inside(elements, rules, depth, typedArgument);
}

/** Reads entries such as `{"@type":"tvm.stackEntryNumber","number":{"number":"1"}}` inside tuples and lists of v2. */
function typedArgument(entry: unknown, rules: ArgumentRules, depth: number): NeutralStackEntry {
  const { errors, isContract } = rules;
  if (isContract && Array.isArray(entry)) return argumentOfV2(entry, rules, depth);
  const type = isObject(entry) ? entry['@type'] : undefined;
  if (!isObject(entry) || typeof type !== 'string') {
    throw errors.badArgument('Invalid tvm.Tuple, valid tvm_stackEntryTuple expected');
  }
  switch (type) {
    case 'tvm.stackEntryNumber': {
      const { number } = entry;
      return numberOf(isObject(number) ? number['number'] : number, errors);
    }
    case 'tvm.stackEntryCell':
      return cellOfObject('cell', entry['cell'], errors);
    case 'tvm.stackEntrySlice':
      return cellOfObject('slice', entry['slice'], errors);
    case 'tvm.stackEntryTuple':
      return { type: 'tuple', items: elementsOf('Tuple', entry['tuple'], rules, depth) };
    case 'tvm.stackEntryList':
      return { type: 'list', items: elementsOf('List', entry['list'], rules, depth) };
    default:
      throw errors.unsupportedArgument(type);
  }
}

function inside(
  items: readonly unknown[],
  rules: ArgumentRules,
  depth: number,
  read: (item: unknown, rules: ArgumentRules, depth: number) => NeutralStackEntry,
): NeutralStackEntry[] {
  if (depth >= STACK_NESTING_MAX) throw rules.errors.badArgument(`stack is nested deeper than ${STACK_NESTING_MAX}`);
  return items.map((item) => read(item, rules, depth + 1));
}

/** The most entries of a stack, with those inside tuples and lists. */
const ENTRIES_MAX = 1000;
/** The most bytes of all its bags, as in a node. */
const CELL_BYTES_MAX = 64 * 1024;

/** Checks the size of a stack. Recursion is bounded, because the nesting is. */
function checked(stack: NeutralStackEntry[], { errors }: ArgumentRules): NeutralStackEntry[] {
  let [entries, cellBytes] = [0, 0];
  const count = (entry: NeutralStackEntry): void => {
    entries += 1;
    if ('boc' in entry) cellBytes += (entry.boc.length / 4) * 3;
    if ('items' in entry) entry.items.forEach(count);
  };
  stack.forEach(count);
  if (entries > ENTRIES_MAX) throw errors.badArgument(`stack is too large: ${ENTRIES_MAX} entries at most`);
  if (cellBytes > CELL_BYTES_MAX)
    throw errors.badArgument(`stack is too large: ${CELL_BYTES_MAX} bytes of cells at most`);
  return stack;
}

/** Reads a number. Long integers of the body have become texts: see `hasExactIntegers`. */
function numberOf(value: unknown, errors: CallErrors): NeutralStackEntry {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return { type: 'number', value: String(value) };
  if (typeof value !== 'string') throw errors.badArgument('Wrong type of number in stack entry');
  const number = parseStackNumber(value);
  if (number === undefined) throw errors.badArgument(`Invalid number: ${value.slice(0, 100)}`);
  return { type: 'number', value: number.toString() };
}

function cellOfText(name: string, value: unknown, errors: CallErrors): NeutralStackEntry {
  if (typeof value !== 'string') throw errors.badArgument(`Invalid ${name}, base64 string expected`);
  if (value === '') throw errors.badArgument(`Empty ${name}`);
  if (!isBase64(value)) throw errors.badArgument(`Invalid ${name}, base64 string expected`);
  return { type: name.endsWith('lice') ? 'slice' : 'cell', boc: value };
}

function cellOfObject(type: 'cell' | 'slice', value: unknown, errors: CallErrors): NeutralStackEntry {
  const bytes = isObject(value) ? value['bytes'] : undefined;
  if (typeof bytes !== 'string') throw errors.badArgument(`Invalid ${type}, object with field bytes expected`);
  if (bytes === '') throw errors.badArgument(`Empty ${type}`);
  if (!isBase64(bytes)) throw errors.badArgument(`Invalid ${type}, object with field bytes expected`);
  return { type, boc: bytes };
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
