import type { Block } from './block.ts';
import type { BlockType } from './block-type.ts';
import type { Context } from './context.ts';

/** A test on one block. Of several parts all must hold. */
export interface Test {
  /** The block is a call with one of these opcodes. */
  readonly opcodes?: readonly number[] | undefined;
  /** The block has one of these types. */
  readonly types?: readonly BlockType[] | undefined;
  /** With opcodes and types given, both allow a block. */
  readonly where?: ((block: Block, context: Context) => boolean) | undefined;
}

export interface PatternOptions {
  /** Tried on every next block; at least one must match, unless it is optional. */
  readonly child?: Pattern | undefined;
  /** Each takes the first next block that it matches and that no other took. */
  readonly children?: readonly Pattern[] | undefined;
  /** Tried on the previous block. */
  readonly parent?: Pattern | undefined;
  readonly isOptional?: boolean | undefined;
  /** By which the builder finds the block. */
  readonly label?: string | undefined;
  /** Whether excesses that follow the block are merged too, as bounces are; of the anchor never. Default: yes. */
  readonly takesExcesses?: boolean | undefined;
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

/**
 * A block that passes a test. Every pattern of a block has the same properties in the same order: where they differ,
 * reading them takes most of the time of matching.
 */
export function blockThat({ opcodes, types, where }: Test, options: PatternOptions = {}): BlockPattern {
  return {
    kind: 'block',
    test: { opcodes, types, where },
    child: options.child,
    children: options.children,
    parent: options.parent,
    isOptional: options.isOptional,
    label: options.label,
    takesExcesses: options.takesExcesses,
  };
}

/** A call with an opcode. */
export function call(opcode: number | readonly number[], options: PatternOptions = {}): BlockPattern {
  return blockThat({ opcodes: typeof opcode === 'number' ? [opcode] : opcode }, options);
}

/** A block of a type. */
export function blockOf(type: BlockType | readonly BlockType[], options: PatternOptions = {}): BlockPattern {
  return blockThat({ types: typeof type === 'string' ? [type] : type }, options);
}

/** A block of a type, and with a property. */
export function blockWhere(
  type: BlockType | readonly BlockType[],
  where: (block: Block, context: Context) => boolean,
  options: PatternOptions = {},
): BlockPattern {
  return blockThat({ types: typeof type === 'string' ? [type] : type, where }, options);
}

export function oneOf(...alternatives: readonly Pattern[]): Pattern {
  return { kind: 'any', alternatives };
}

export function optional(pattern: Pattern): Pattern {
  return pattern.kind === 'block'
    ? blockThat(pattern.test, { ...pattern, isOptional: true })
    : { ...pattern, isOptional: true };
}

export function labeled(label: string, pattern: Extract<Pattern, { readonly kind: 'block' | 'any' }>): Pattern {
  return pattern.kind === 'block' ? blockThat(pattern.test, { ...pattern, label }) : { ...pattern, label };
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
