import { readingFaultOf } from '@tonriver/errors';
import { ActionsError } from '../actions-error.ts';
import type { Block } from './block.ts';
import type { Context } from './context.ts';
import { PossibleMatchers } from './matcher-index.ts';
import { addExcesses, Match, matchAround, passes } from './match.ts';
import type { Matcher } from './matcher.ts';
import { coverBlocks, mergeBlocks } from './merge.ts';

/** What most walks and most blocks give. */
const nothing: readonly Block[] = [];

/**
 * Runs the matchers one after the other, each over the whole tree. `onBuilt` hears who built a block. Returns the
 * blocks that only the dialect `contract` shows; they stand beside the tree.
 */
export function runMatchers(
  root: Block,
  matchers: readonly Matcher[],
  context: Context,
  onBuilt?: (matcher: Matcher) => void,
): Block[] {
  const possible = new PossibleMatchers(matchers);
  const open = [root];
  for (let index = 0; index < open.length; index += 1) {
    const block = open[index]!;
    possible.addLeaf(block);
    for (const next of block.next) open.push(next);
  }
  const hidden: Block[] = [];
  for (let index = 0; index < matchers.length; index += 1) {
    if (!possible.has(index)) continue;
    const matcher = matchers[index]!;
    for (const block of runMatcher(root, matcher, { context, visit: index + 1, open })) {
      if (block.isHidden) hidden.push(block);
      else possible.addType(block.type);
      onBuilt?.(matcher);
    }
  }
  return hidden;
}

interface Walk {
  readonly context: Context;
  readonly visit: number;
  /** Memory for the blocks that are reached, whatever is in it: one for all walks. */
  readonly open: Block[];
}

/** Walks breadth-first, along the links of merged blocks too, so that no block is missed. */
function runMatcher(root: Block, matcher: Matcher, { context, visit, open }: Walk): readonly Block[] {
  let built: Block[] | undefined;
  let count = 1;
  open[0] = root;
  root.visit = visit;
  for (let index = 0; index < count; index += 1) {
    const block = open[index]!;
    if (block.parent === null && passesQuietly(matcher, block, context)) {
      for (const made of tryMatcher(matcher, block, context)) {
        made.visit = visit;
        built ??= [];
        built.push(made);
      }
    }
    for (const next of block.next) {
      if (next.visit === visit) continue;
      next.visit = visit;
      open[count] = next;
      count += 1;
    }
  }
  context.count(count);
  return built ?? nothing;
}

function passesQuietly(matcher: Matcher, block: Block, context: Context): boolean {
  try {
    return passes(matcher.pattern.test, block, context);
  } catch (error) {
    throwUnlessUnreadable(error);
    return false;
  }
}

function tryMatcher(matcher: Matcher, block: Block, context: Context): readonly Block[] {
  let made: Block[] | undefined;
  try {
    const match = matchAround(block, matcher.pattern, context);
    if (match === undefined) return nothing;
    const whole = matcher.addsExcessesOfAnchor === true ? withExcesses(block, match) : match;
    const built = matcher.build(block, whole, context);
    if (built === null) return nothing;
    made = [];
    for (const one of Array.isArray(built) ? (built as readonly (typeof built)[]) : [built]) {
      const content = one as Exclude<typeof one, readonly unknown[]>;
      const parts = content.merged ?? [block, ...whole.blocks];
      made.push(content.isHidden === true ? coverBlocks(content, parts) : mergeBlocks(content, parts));
    }
  } catch (error) {
    throwUnlessUnreadable(error);
  }
  return made ?? nothing;
}

function withExcesses(anchor: Block, match: Match): Match {
  const found = match.blocks.map((block) => ({ block, label: undefined }));
  addExcesses(anchor, found);
  return new Match(found);
}

/**
 * Whatever goes wrong in a rule means that the trace is not what the rule is about: a body that is something else, a
 * part that is not there. Only the bound on work, and memory that has run out, concern the trace as a whole.
 */
function throwUnlessUnreadable(error: unknown): void {
  if (error instanceof ActionsError && error.code === 'too_much_work') throw error;
  readingFaultOf(error);
}
