/** The place of a block. */
export interface BlockName {
  readonly workchain: number;
  /** Unsigned, with its end bit. */
  readonly shard: bigint;
  readonly seqno: number;
}

/** A block with its hashes in hex. */
export interface BlockEntry extends BlockName {
  readonly rootHash: string;
  readonly fileHash: string;
}

export interface StoredBlock extends BlockEntry {
  readonly boc: Uint8Array;
}

/** What makes a chain this one and no other. */
export interface ChainIdentity {
  readonly seed: string;
  readonly globalId: number;
  readonly genesisTime: number;
  readonly shardsMin: number;
  readonly shardsMax: number;
  readonly walletCount: number;
  /** SHA-256 of the genesis file in hex, if the chain began with one. */
  readonly genesisDigest?: string;
  /** Hashes of the zero states in hex. */
  readonly masterchain: { readonly rootHash: string; readonly fileHash: string };
  readonly basechain: { readonly rootHash: string; readonly fileHash: string };
}

/** A signature of a masterchain block, in hex. */
interface StoredSignature {
  readonly nodeId: string;
  readonly signature: string;
  /** The validator's, as decimal text. Absent in rounds of older releases. */
  readonly weight?: string;
}

/** A round without the bytes of its blocks. */
export interface RoundEntry {
  readonly seqno: number;
  /** Seconds since 1970. */
  readonly genUtime: number;
  /** The masterchain block, then those of the shards. */
  readonly blocks: readonly BlockEntry[];
  readonly signatures: readonly StoredSignature[];
}

/** A round to be stored. */
export interface NewRound extends Omit<RoundEntry, 'blocks'> {
  readonly blocks: readonly StoredBlock[];
  /** From which the chain goes on after this round. */
  readonly chainRecord: Uint8Array;
  /** What the round was made from, in the form of whoever stores it. */
  readonly inputs: Uint8Array;
  /** Rounds before this one are removed, a few at a time; null: all are kept. */
  readonly keepFrom: number | null;
  /** Messages that are in no queue any more. */
  readonly messages: readonly { readonly hash: string; readonly state: Exclude<MessageState, { kind: 'queued' }> }[];
}

/** What became of a message. */
type MessageState =
  | { readonly kind: 'queued' }
  | {
      readonly kind: 'mined';
      readonly round: number;
      readonly block: { readonly workchain: number; readonly shard: string; readonly seqno: number };
      readonly lt: string;
      readonly transactionHash: string;
    }
  | { readonly kind: 'expired'; readonly round: number; readonly code: string; readonly reason: string };

/** An accepted message; hashes in hex. */
export interface MessageEntry {
  readonly hash: string;
  readonly normalisedHash: string;
  readonly account: string;
  /** Seconds since 1970. */
  readonly acceptedAt: number;
  readonly position: number;
  readonly state: MessageState;
}

/** A message that waits, with its bytes. */
export interface WaitingEntry extends Omit<MessageEntry, 'state'> {
  readonly boc: Uint8Array;
}

/**
 * A devnet's chain on its disk: blocks, what the chain goes on from, and the messages that wait. Every method that
 * changes something is durable when it resolves, all of it or nothing.
 */
export interface DevnetStore {
  /** Undefined before `begin`. */
  identity(): ChainIdentity | undefined;
  /** Stores the beginning of a chain. @throws {DevnetStoreError} `wrong_order` when there is one */
  begin(chain: {
    readonly identity: ChainIdentity;
    readonly zeroStates: { readonly masterchain: Uint8Array; readonly basechain: Uint8Array };
    readonly chainRecord: Uint8Array;
  }): Promise<void>;
  /** The newest round; 0 before the first. */
  headSeqno(): number;
  /** The oldest round that was not removed; 1 before the first. */
  firstSeqno(): number;
  chainRecord(): Uint8Array | undefined;
  zeroState(workchain: number): Uint8Array<ArrayBuffer> | undefined;
  round(seqno: number): RoundEntry | undefined;
  /** Returns what a round was made from. Rounds that older releases made have none. */
  inputs(seqno: number): Uint8Array<ArrayBuffer> | undefined;
  /** Returns the file of a block. */
  block(name: BlockName): Uint8Array<ArrayBuffer> | undefined;
  /**
   * Stores the next round, and what became of its messages. Removes older rounds with their blocks and messages.
   *
   * @throws {DevnetStoreError} `wrong_order` when it does not follow the newest one, or has a block that is stored
   */
  appendRound(round: NewRound): Promise<void>;
  /** Stores accepted messages, in the order of their positions. */
  accept(messages: readonly WaitingEntry[]): Promise<void>;
  /** The messages that wait, by position. */
  waiting(): Iterable<WaitingEntry>;
  /** The position after that of the last message that was ever accepted. */
  nextPosition(): number;
  /** Finds a message by its hash, or by its normalised one. */
  message(hash: string): MessageEntry | undefined;
  /** How far the chain's clock is ahead of the computer's. Seconds. */
  clockAhead(): number;
  setClockAhead(seconds: number): Promise<void>;
  close(): Promise<void>;
}
