import type { Block } from './block.ts';
import type { BlockType } from './block-type.ts';
import type { Context } from './context.ts';

/** A test on one block. Of several parts all must hold. */
export interface Test {
  /** The block is a call with one of these opcodes. */
  readonly opcodes?: readonly number[];
  /** The block has one of these types. */
  readonly types?: readonly BlockType[];
  /** With opcodes and types given, both allow a block. */
  readonly where?: (block: Block, context: Context) => boolean;
}

export interface PatternOptions {
  /** Tried on every next block; at least one must match, unless it is optional. */
  readonly child?: Pattern;
  /** Each takes the first next block that it matches and that no other took. */
  readonly children?: readonly Pattern[];
  /** Tried on the previous block. */
  readonly parent?: Pattern;
  readonly isOptional?: boolean;
  /** By which the builder finds the block. */
  readonly label?: string;
  /** Whether excesses that follow the block are merged too, as bounces are; of the anchor never. Default: yes. */
  readonly takesExcesses?: boolean;
}

/** A small tree of blocks around one block. */
export type Pattern =
  | (PatternOptions & { readonly kind: 'block'; readonly test: Test })
  /** The first alternative that matches. With a label only the alternatives' own tests count, not what they nest. */
  | (Pick<PatternOptions, 'isOptional' | 'label'> & { readonly kind: 'any'; readonly alternatives: readonly Pattern[] })
  /** A pattern that contains itself. */
  | (Pick<PatternOptions, 'isOptional'> & { readonly kind: 'later'; readonly pattern: () => Pattern })
  /**
   * A chain: at each level `exit`, else `repeat` and so on with the next blocks of what it matched. It begins with
   * `repeat`; where neither matches, it ends.
   */
  | (Pick<PatternOptions, 'isOptional'> & {
      readonly kind: 'chain';
      readonly repeat: Pattern;
      readonly exit: Pattern;
    });

/** A pattern around one block, as the anchor of a matcher must be. */
export type BlockPattern = Extract<Pattern, { readonly kind: 'block' }>;

/** A call with an opcode. */
export function call(opcode: number | readonly number[], options: PatternOptions = {}): BlockPattern {
  return { ...options, kind: 'block', test: { opcodes: typeof opcode === 'number' ? [opcode] : opcode } };
}

/** A block of a type. */
export function blockOf(type: BlockType | readonly BlockType[], options: PatternOptions = {}): BlockPattern {
  return { ...options, kind: 'block', test: { types: typeof type === 'string' ? [type] : type } };
}

/** A block of a type, and with a property. */
export function blockWhere(
  type: BlockType | readonly BlockType[],
  where: (block: Block, context: Context) => boolean,
  options: PatternOptions = {},
): BlockPattern {
  return { ...options, kind: 'block', test: { types: typeof type === 'string' ? [type] : type, where } };
}

export function oneOf(...alternatives: readonly Pattern[]): Pattern {
  return { kind: 'any', alternatives };
}

export function optional(pattern: Pattern): Pattern {
  return { ...pattern, isOptional: true };
}

export function labeled(label: string, pattern: Extract<Pattern, { readonly kind: 'block' | 'any' }>): Pattern {
  return { ...pattern, label };
}

/** A call with an opcode that a builder finds by a label, without more. */
export function labeledCall(
  label: string,
  opcode: number | readonly number[],
  options: PatternOptions = {},
): BlockPattern {
  return call(opcode, { ...options, label });
}

/** A block of a type that a builder finds by a label. */
export function labeledBlock(
  label: string,
  type: BlockType | readonly BlockType[],
  options: PatternOptions = {},
): BlockPattern {
  return blockOf(type, { ...options, label });
}

/** A chain of blocks: see `Pattern`. */
export function chain(repeat: Pattern, exit: Pattern): Pattern {
  return { kind: 'chain', repeat, exit };
}

export function later(pattern: () => Pattern): Pattern {
  return { kind: 'later', pattern };
}
