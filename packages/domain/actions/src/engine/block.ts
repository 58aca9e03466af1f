import type { CellSlice } from '@tonriver/boc';
import type { ActionType } from '../actions/action-types.ts';
import { ActionsError } from '../actions-error.ts';
import type { MessageInput } from '../trace/trace-input.ts';
import type { TraceNode } from '../trace/trace-node.ts';
import type { BlockType } from './block-type.ts';
import type { Row } from './row.ts';

/** What a correct reader says where the reference is wrong: columns and success that replace those of the block. */
export interface Correction {
  readonly row?: Row;
  readonly isFailed?: boolean;
}

/** What a block is, apart from where it stands in the tree. */
export interface BlockContent {
  readonly type: BlockType;
  /** The type of its action where it does not follow from the type of the block. */
  readonly storedAs?: ActionType;
  readonly row: Row;
  /** Values for later matchers; of which form follows from the type. */
  readonly data?: unknown;
  readonly isFailed?: boolean;
  /** True when what the block says contradicts what is known of its accounts. */
  readonly isBroken?: boolean;
  /** Accounts of the action beside those of its transactions and columns. */
  readonly accounts?: readonly string[];
  readonly correction?: Correction | undefined;
  /** True when the reference cannot see it: only the dialect `contract` shows the action. */
  readonly isHidden?: boolean;
  /** Why the action cannot be stored. Such a block turns the whole trace into basic actions. */
  readonly fault?: string;
}

/**
 * A part of the trace that means something as a whole: at first one message, then what matchers merged. Blocks form a
 * tree by `previous` and `next`. A merged block leaves the tree and becomes a child of the block that took it over, but
 * keeps its own links.
 */
export class Block {
  readonly type: BlockType;
  readonly storedAs: ActionType | undefined;
  readonly row: Row;
  readonly data: unknown;
  readonly isFailed: boolean;
  readonly isBroken: boolean;
  readonly extraAccounts: readonly string[];
  readonly correction: Correction | undefined;
  readonly isHidden: boolean;
  readonly fault: string | undefined;
  /** Earliest first; empty for the artificial root and for `empty`. */
  readonly nodes: readonly TraceNode[];
  /** Accounts that became active in these nodes. */
  readonly deployedAccounts: ReadonlySet<string>;
  previous: Block | null = null;
  /** In the order of their first nodes. */
  next: Block[] = [];
  parent: Block | null = null;
  children: readonly Block[] = [];
  /** The number of the walk that visited the block last. */
  visit = 0;

  constructor(content: BlockContent, nodes: readonly TraceNode[], deployedAccounts: ReadonlySet<string>) {
    this.type = content.type;
    this.storedAs = content.storedAs;
    this.row = content.row;
    this.data = content.data;
    this.isFailed = content.isFailed ?? false;
    this.isBroken = content.isBroken ?? false;
    this.extraAccounts = content.accounts ?? [];
    this.correction = content.correction;
    this.isHidden = content.isHidden ?? false;
    this.fault = content.fault;
    this.nodes = nodes;
    this.deployedAccounts = deployedAccounts;
  }

  /** The node that the block began with. Throws for a block without nodes. */
  get node(): TraceNode {
    const [first] = this.nodes;
    if (first === undefined) throw new ActionsError('contradiction', 'The block has no node', { type: this.type });
    return first;
  }

  /** The message of the first node. Throws for a block that began without a message. */
  get message(): MessageInput {
    const { message } = this.node;
    if (message === null) throw new ActionsError('contradiction', 'The block has no message', { type: this.type });
    return message;
  }

  get source(): string | null {
    return this.message.source;
  }

  get destination(): string | null {
    return this.message.destination;
  }

  get value(): bigint {
    return this.message.value ?? 0n;
  }

  /** The opcode of a leaf block that is a call; null for any other block. */
  get opcode(): number | null {
    return this.type === 'call_contract' ? this.message.opcode : null;
  }

  /** A cursor at the begin of the first node's body. */
  body(): CellSlice {
    return this.node.body();
  }

  /** The lowest lt of the nodes. */
  get startLt(): bigint {
    return this.nodes[0]?.lt ?? this.next[0]?.startLt ?? 0n;
  }
}
