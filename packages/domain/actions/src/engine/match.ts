import type { Block } from './block.ts';
import type { Context } from './context.ts';
import type { BlockPattern, Pattern, Test } from './pattern.ts';
import { bounce, excessesOpcode } from '../bodies/opcodes.ts';

/** How deep patterns nest in chains, so that hostile traces end in "no match". No recorded chain is longer than ten. */
const nestingMax = 256;

interface Matched {
  readonly block: Block;
  readonly label: string | undefined;
}

/** The blocks around an anchor that a pattern matched, in the order in which it found them. */
export class Match {
  readonly #matched: readonly Matched[];

  constructor(matched: readonly Matched[]) {
    this.#matched = matched;
  }

  get blocks(): Block[] {
    return this.#matched.map(({ block }) => block);
  }

  /** The first block with a label. */
  find(label: string): Block | undefined {
    return this.#matched.find((matched) => matched.label === label)?.block;
  }

  /** All blocks with a label. */
  all(label: string): Block[] {
    return this.#matched.filter((matched) => matched.label === label).map(({ block }) => block);
  }

  /** The first block that is a call with an opcode. */
  call(opcode: number): Block | undefined {
    return this.#matched.find(({ block }) => block.opcode === opcode)?.block;
  }

  /** All calls with an opcode. */
  calls(opcode: number): Block[] {
    return this.blocks.filter((block) => block.opcode === opcode);
  }
}

/** Matches a pattern whose own test the anchor has passed. Undefined when something around it is missing. */
export function matchAround(anchor: Block, pattern: BlockPattern, context: Context): Match | undefined {
  const found: Matched[] = [];
  return matchNeighbours(anchor, pattern, { context, found, depth: 0 }) ? new Match(found) : undefined;
}

export function passes({ opcodes, types, where }: Test, block: Block, context: Context): boolean {
  if (opcodes !== undefined || types !== undefined) {
    const { opcode } = block;
    const isWantedCall = opcodes !== undefined && opcode !== null && opcodes.includes(opcode);
    if (!isWantedCall && types?.includes(block.type) !== true) return false;
  }
  return where === undefined || where(block, context);
}

interface Search {
  readonly context: Context;
  readonly found: Matched[];
  /** Of the pattern that is matched now. */
  depth: number;
}

function matchPattern(block: Block, pattern: Pattern, search: Search): boolean {
  const { context, found } = search;
  if (search.depth > nestingMax) return false;
  context.count(1);
  const before = found.length;
  search.depth += 1;
  const isMatched = matchKind(block, pattern, search);
  search.depth -= 1;
  if (!isMatched) found.length = before;
  return isMatched;
}

function matchKind(block: Block, pattern: Pattern, search: Search): boolean {
  switch (pattern.kind) {
    case 'block':
      return matchBlock(block, pattern, search);
    case 'any':
      if (pattern.label !== undefined) return matchLabeledAny(block, pattern.alternatives, pattern.label, search);
      return pattern.alternatives.some((alternative) => matchPattern(block, alternative, search));
    case 'later':
      return matchPattern(block, pattern.pattern(), search);
    case 'chain':
      return matchChain(block, pattern, search);
  }
}

function matchBlock(block: Block, pattern: BlockPattern, search: Search): boolean {
  if (!passes(pattern.test, block, search.context)) return false;
  search.found.push({ block, label: pattern.label });
  if (!matchNeighbours(block, pattern, search)) return false;
  addExcesses(block, search.found, pattern.takesExcesses);
  return true;
}

function matchLabeledAny(block: Block, alternatives: readonly Pattern[], label: string, search: Search): boolean {
  const isWanted = alternatives.some(
    (alternative) => alternative.kind === 'block' && passes(alternative.test, block, search.context),
  );
  if (!isWanted) return false;
  search.found.push({ block, label });
  addExcesses(block, search.found);
  return true;
}

/** Adds what a contract sends back beside its work: it belongs to the action, but no pattern names it. */
export function addExcesses(block: Block, found: Matched[], takesExcesses = true): void {
  for (const next of block.next) {
    const isWanted = next.opcode === bounce || (takesExcesses && next.opcode === excessesOpcode);
    if (isWanted) found.push({ block: next, label: undefined });
  }
}

function matchNeighbours(block: Block, pattern: BlockPattern, search: Search): boolean {
  const { child, children, parent } = pattern;
  if (child !== undefined && !matchEvery(block, child, search)) return false;
  if (children !== undefined && !matchEach(block, children, search)) return false;
  if (parent === undefined) return true;
  const { previous } = block;
  return (previous !== null && matchPattern(previous, parent, search)) || parent.isOptional === true;
}

function matchEvery(block: Block, child: Pattern, search: Search): boolean {
  let isSatisfied = child.isOptional === true;
  for (const next of block.next) {
    if (matchPattern(next, child, search)) isSatisfied = true;
  }
  return isSatisfied;
}

function matchEach(block: Block, children: readonly Pattern[], search: Search): boolean {
  const taken = new Set<Block>();
  for (const pattern of children) {
    const next = block.next.find((candidate) => !taken.has(candidate) && matchPattern(candidate, pattern, search));
    if (next !== undefined) taken.add(next);
    else if (pattern.isOptional !== true) return false;
  }
  return true;
}

function matchChain(block: Block, chain: Extract<Pattern, { readonly kind: 'chain' }>, search: Search): boolean {
  const { found } = search;
  if (chain.repeat.kind === 'block' && !passes(chain.repeat.test, block, search.context)) return false;
  const start = found.length;
  const visited = new Set<Block>();
  let candidates: readonly Block[] = [block];
  while (candidates.length > 0) {
    if (candidates.some((candidate) => matchPattern(candidate, chain.exit, search))) return true;
    const before = found.length;
    const isRepeated = candidates.some((one) => !visited.has(one) && matchPattern(one, chain.repeat, search));
    if (!isRepeated) break;
    const matched = found.slice(before).map((entry) => entry.block);
    for (const one of matched) visited.add(one);
    candidates = matched.flatMap(({ next }) => next);
  }
  // A chain may end without its exit: the builder decides what that means.
  return found.length > start;
}
