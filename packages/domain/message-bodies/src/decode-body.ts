import { Bag, BocError, type CellSlice, serializeRemainder, serializeTree } from '@tonriver/boc';
import { base64Bytes } from './base64-text.ts';
import { constructorsOf } from './body-registry.ts';
import { DecodeBudget, decodeLimits } from './decode-budget.ts';
import type { Pending } from './decode-scope.ts';
import { loadSnakeBytes } from './decode-snake.ts';
import { decodeConstructor } from './decode-value.ts';
import type { BodyDecoding, DecodedObject } from './decoded-value.ts';
import type { Constructor } from './schema-language.ts';
import { signedConstructors } from './schemas/signed-wallets.ts';

const textCommentTag = 0;
const textCommentName = 'text_comment';
const noParser = 'no parser succeeded';
/** The deployed decoder's text for a body that is a pruned, library or Merkle cell. */
const exoticReason = 'vm error - unexpected special cell';

/** A body inside another one, with the cells in it that must be decoded. */
interface Attempt {
  readonly body: BodyDecoding;
  readonly pending: readonly Pending[];
}

/**
 * Decodes the body whose cell is the root of the bag. Never throws because of its bytes, and needs bounded time and
 * memory (`decodeLimits`). A body that cannot be decoded is `unknown`.
 *
 * The first constructor with the body's tag that parses is used; bits and references after it are ignored. A body with
 * an unknown tag may be that of an external message to a wallet, which begins with a signature; then all bits and
 * references must be used. Cells in the body that are bodies themselves are decoded in the same way.
 */
export function decodeBody(body: Bag): BodyDecoding {
  const [root, ...others] = body.roots;
  if (root === undefined || others.length > 0) {
    return { kind: 'unknown', reason: `failed to deserialize boc: expected one root, got ${body.roots.length}` };
  }
  return decodeBodySlice(body.isExotic(root) ? body.exoticSlice(root) : body.slice(root));
}

/** Decodes a body that is the rest of a slice, such as an inline body. Does not move the slice. */
export function decodeBodySlice(slice: CellSlice): BodyDecoding {
  return decodeWith(attempt, slice);
}

/** Decodes a body as this constructor, even where another one with its tag comes first. */
export function decodeBodyAs(constructor: Constructor, slice: CellSlice): BodyDecoding {
  return decodeWith(
    (from, budget) => firstThatParses([constructor], from, budget, false) ?? unreadable(noParser),
    slice,
  );
}

/** Decodes the outermost body with `attemptOutermost`, then the bodies in it. */
function decodeWith(
  attemptOutermost: (slice: CellSlice, budget: DecodeBudget) => Attempt,
  slice: CellSlice,
): BodyDecoding {
  if (slice.bag.isExotic(slice.cell)) return { kind: 'unknown', reason: exoticReason };
  const budget = new DecodeBudget();
  budget.visitCell();
  const outermost = attemptOutermost(slice, budget);
  // Breadth first, because there may be as many inner bodies as the limits allow.
  let level = outermost.pending;
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: Pending[] = [];
    for (const item of level) {
      if (budget.exceeded !== undefined) break;
      const { body, pending } = depth <= decodeLimits.nestedDepthMax ? attemptPending(item, budget) : tooDeep;
      resolve(item, body, budget);
      for (const found of pending) next.push(found);
    }
    level = budget.exceeded === undefined ? next : [];
  }
  return budget.exceeded === undefined ? outermost.body : { kind: 'unknown', reason: budget.exceeded };
}

function unreadable(reason: string): Attempt {
  return { body: { kind: 'unknown', reason }, pending: [] };
}

const tooDeep = unreadable('nested too deep');

function attemptPending(item: Pending, budget: DecodeBudget): Attempt {
  switch (item.kind) {
    case 'slice':
      return attempt(item.slice, budget);
    case 'cell':
      if (item.bag.isExotic(item.cell)) return unreadable(exoticReason);
      return budget.visitCell() ? attempt(item.bag.slice(item.cell), budget) : tooDeep;
    case 'text': {
      const bag = embeddedBag(item.node.text);
      if (bag === undefined || !budget.visitCell()) return tooDeep;
      return attempt(bag.slice(bag.root), budget);
    }
    default:
      return item satisfies never;
  }
}

/** Decodes a text that is the base64 of a bag with one ordinary root, like the deployed API. */
function embeddedBag(text: string): Bag | undefined {
  const bytes = base64Bytes(text);
  if (typeof bytes === 'string') return undefined;
  try {
    const bag = Bag.parse(bytes);
    return bag.roots.length === 1 && !bag.isExotic(bag.root) ? bag : undefined;
  } catch (error) {
    if (error instanceof BocError) return undefined;
    throw error;
  }
}

function resolve(item: Pending, body: BodyDecoding, budget: DecodeBudget): void {
  const isBody = body.kind === 'decoded' || body.kind === 'empty';
  if (item.kind === 'text') {
    if (isBody) item.node.embedded = body;
    return;
  }
  item.node.body = body;
  if (isBody || budget.exceeded !== undefined) return;
  const boc = item.kind === 'slice' ? serializeRemainder(item.slice) : serializeTree(item.bag, item.cell);
  item.node.boc = boc;
  budget.addBag(boc);
}

function attempt(slice: CellSlice, budget: DecodeBudget): Attempt {
  if (!budget.visitBody()) return tooDeep;
  if (slice.remainingBits === 0 && slice.remainingRefs === 0) return { body: { kind: 'empty' }, pending: [] };
  if (slice.remainingBits < 32) return unreadable(`boc is too small, size ${slice.remainingBits}`);
  const tag = slice.preloadUint(32);
  const constructors = constructorsOf(tag);
  const found =
    constructors.length > 0
      ? firstThatParses(constructors, slice, budget, false)
      : firstThatParses(signedConstructors, slice, budget, true);
  if (found !== undefined) return found;
  const binaryComment = tag === textCommentTag ? binaryCommentOf(slice, budget) : undefined;
  if (binaryComment === undefined) return unreadable(noParser);
  return { body: { kind: 'unknown', reason: noParser, binaryComment }, pending: [] };
}

function firstThatParses(
  constructors: readonly Constructor[],
  slice: CellSlice,
  budget: DecodeBudget,
  isWhole: boolean,
): Attempt | undefined {
  for (const constructor of constructors) {
    const from = slice.clone();
    const pending: Pending[] = [];
    const value = decodeConstructor(constructor, from, { budget, pending });
    if (value === undefined || (isWhole && (from.remainingBits > 0 || from.remainingRefs > 0))) continue;
    return { body: decoded(value), pending };
  }
  return undefined;
}

function decoded(value: DecodedObject): BodyDecoding {
  const type = value.type ?? '';
  const first = value.fields[0]?.value;
  return type === textCommentName && typeof first === 'object' && first.kind === 'text'
    ? { kind: 'decoded', type, value, comment: first.text }
    : { kind: 'decoded', type, value };
}

/** Returns the bytes of a comment that is a snake, but not UTF-8. */
function binaryCommentOf(slice: CellSlice, budget: DecodeBudget): Uint8Array | undefined {
  const from = slice.clone();
  from.skipBits(32);
  const bytes = loadSnakeBytes({ budget }, from);
  return bytes === undefined || bytes.length === 0 ? undefined : bytes;
}
