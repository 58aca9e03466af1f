import type { Block, BlockContent } from './block.ts';
import type { Context } from './context.ts';
import type { Match } from './match.ts';
import type { BlockPattern } from './pattern.ts';

/** What a matcher makes of the blocks that it matched. */
export interface Built extends BlockContent {
  /** The blocks that it merges; by default the anchor and all that matched. */
  readonly merged?: readonly Block[];
}

/** One rule: a pattern, and what the blocks that match it mean. */
export interface Matcher {
  /** Unique; says what the rule recognises. */
  readonly name: string;
  readonly pattern: BlockPattern;
  /** Adds the excesses and bounces that follow the anchor before building. */
  readonly addsExcessesOfAnchor?: boolean;
  /**
   * Null when the blocks are not what the rule is about; an error that it throws means the same. A list when one match
   * is several blocks.
   */
  readonly build: (anchor: Block, match: Match, context: Context) => Built | readonly Built[] | null;
}
