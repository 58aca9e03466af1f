import type { TransactionInput } from '@tonriver/actions';
import { Bag, serializeTree } from '@tonriver/boc';
import {
  type LoadedMessages,
  loadTransaction,
  loadTransactionKey,
  type Message,
  type Transaction,
} from '@tonriver/chain-model';
import {
  type MessageDirection,
  type MessageRow,
  NO_ROUND,
  RowBinaryReader,
  type TransactionPartRow,
  type TransactionRow,
} from '@tonriver/row-schema';
import { TransactionInputs } from '../actions/transaction-input.ts';
import type { BlockPlace } from '../block-place.ts';
import { type KnownMessages, messageRowOf } from '../message-rows.ts';
import { transactionRow } from '../transaction-row.ts';
import { readPartContent } from './part-content.ts';
import type { PartHashes } from './part-links.ts';
import { type PartSide, readPartSide } from './part-states.ts';

/** A transaction of a part: the rows that other tables have of it, and the cells of its messages. */
export interface PartTransaction {
  readonly transaction: TransactionRow;
  readonly inMessage: PartMessage | undefined;
  /** In the order of the transaction's dictionary. */
  readonly outMessages: readonly PartMessage[];
  readonly before: PartSide;
  readonly after: PartSide;
}

interface PartMessage {
  readonly row: MessageRow;
  readonly bag: Bag;
  readonly message: Message;
}

/** The transactions of a part, in their order in the block. A transaction is read when it is asked for. */
export interface PartReader extends PartHashes {
  readonly count: number;
  /** About the memory that it takes. */
  readonly memoryBytes: number;
  /** Reads the account and the lt of a transaction, and nothing else. */
  readonly keyAt: (place: number) => { readonly account: Uint8Array; readonly lt: bigint };
  /** Returns a transaction as a bag of cells. */
  readonly bocAt: (place: number) => Uint8Array;
  /** Returns the hash of a message of a transaction; undefined if it has none there. Reads no rows. */
  readonly messageHashAt: (place: number, direction: MessageDirection, position: number) => Uint8Array | undefined;
  /** @throws {BocError | ChainModelError | BlockRowsError | RowSchemaError} when the bytes are not those of a part */
  readonly read: (places: readonly number[]) => readonly PartTransaction[];
  /** Returns transactions as rules of actions take them. Throws like `read`. */
  readonly inputs: (places: readonly number[]) => readonly TransactionInput[];
}

/**
 * Opens a part from its row of cells.
 *
 * @throws {BocError} when its bytes are not a bag of cells
 */
export function openTransactionPart(part: TransactionPartRow): PartReader {
  return new OpenedPart(part);
}

class OpenedPart implements PartReader {
  readonly count: number;
  readonly memoryBytes: number;
  readonly #bag: Bag;
  readonly #block: BlockPlace;
  readonly #sides: (place: number) => readonly [PartSide, PartSide];
  #asked: { readonly place: number; readonly transaction: Transaction } | undefined;

  constructor({ content, blockRound, workchain, shard, seqno, version }: TransactionPartRow) {
    const { cells, states } = readPartContent(content);
    const bag = Bag.parse(cells);
    const round = blockRound === NO_ROUND ? null : blockRound;
    this.count = bag.roots.length;
    this.memoryBytes =
      states.length + bag.bytes.length + bag.cellCount * CELL_BYTES + bag.roots.length * TRANSACTION_BYTES;
    this.#bag = bag;
    this.#block = { workchain, shard, seqno, round, rowVersion: Number(version) };
    // A view would keep the bytes of the whole row in memory; the bag has a copy of its own.
    this.#sides = createSides(Uint8Array.prototype.slice.call(states));
  }

  keyAt(place: number) {
    return loadTransactionKey(this.#bag, this.#bag.roots[place]!);
  }

  bocAt(place: number): Uint8Array {
    return serializeTree(this.#bag, this.#bag.roots[place]!);
  }

  transactionHashAt(place: number): Uint8Array | undefined {
    const root = this.#bag.roots[place];
    return root === undefined ? undefined : this.#bag.hash(root);
  }

  inMessageHashAt(place: number): Uint8Array | undefined {
    const root = this.#bag.roots[place];
    const message = root === undefined ? undefined : inMessageCell(this.#bag, root);
    return message === undefined ? undefined : this.#bag.hash(message);
  }

  messageHashAt(place: number, direction: MessageDirection, position: number): Uint8Array | undefined {
    const bag = this.#bag;
    const root = bag.roots[place];
    // All hashes of a transaction at once take less time than first those of a message and later the others.
    if (root !== undefined) bag.hashUnder([root]);
    if (direction === 'in') return this.inMessageHashAt(place);
    // One transaction may be asked for each of its messages.
    let asked = this.#asked;
    if (asked?.place !== place) asked = { place, transaction: loadTransaction(bag, bag.roots[place]!, new Map()) };
    this.#asked = asked;
    const message = asked.transaction.outMessages[position];
    return message === undefined ? undefined : bag.hash(message.cell);
  }

  read(places: readonly number[]): readonly PartTransaction[] {
    this.#hashUnder(places);
    const loaded: LoadedMessages = new Map();
    const known: KnownMessages = new Map();
    return places.map((place) => this.#readAt(place, loaded, known));
  }

  inputs(places: readonly number[]): readonly TransactionInput[] {
    this.#hashUnder(places);
    const inputs = new TransactionInputs(this.#bag, this.#block);
    return places.map((place) => inputs.read(this.#bag.roots[place]!));
  }

  #hashUnder(places: readonly number[]): void {
    this.#bag.hashUnder(places.map((place) => this.#bag.roots[place]!));
  }

  #readAt(place: number, loaded: LoadedMessages, known: KnownMessages): PartTransaction {
    const bag = this.#bag;
    const block = this.#block;
    const transaction = loadTransaction(bag, bag.roots[place]!, loaded);
    const { accountHash: account, lt, inMessage, outMessages } = transaction;
    const rowOf = (message: Message, direction: 'in' | 'out', position: number): PartMessage => ({
      row: messageRowOf(bag, message, { account, lt, direction, position }, block, known),
      bag,
      message,
    });
    const [before, after] = this.#sides(place);
    return {
      transaction: transactionRow(bag, transaction, block),
      inMessage: inMessage === null ? undefined : rowOf(inMessage, 'in', 0),
      outMessages: outMessages.map((message, position) => rowOf(message, 'out', position)),
      before,
      after,
    };
  }
}

/** What the arrays of a bag take for each cell, with its hash. */
const CELL_BYTES = 80;
/** What is kept of each transaction that was read: its part of a writer of cells. */
const TRANSACTION_BYTES = 300;

/** Reads all transactions of a part. Throws like `openTransactionPart` and `PartReader.read`. */
export function readTransactionPart(part: TransactionPartRow): readonly PartTransaction[] {
  const reader = openTransactionPart(part);
  return reader.read(Array.from({ length: reader.count }, (_, place) => place));
}

/**
 * Returns what gives both sides of a transaction by its place. Only where each begins is kept: the states themselves
 * would take more memory than the cells.
 */
function createSides(bytes: Uint8Array): (place: number) => readonly [PartSide, PartSide] {
  const starts = [0];
  return (place) => {
    for (;;) {
      const at = Math.min(place, starts.length - 1);
      const reader = new RowBinaryReader(bytes.subarray(starts[at]));
      const sides = [readPartSide(reader), readPartSide(reader)] as const;
      if (at === starts.length - 1) starts.push(starts[at]! + reader.offset);
      if (at === place) return sides;
    }
  };
}

/** Returns the cell of a transaction's incoming message; undefined without one. */
function inMessageCell(bag: Bag, transaction: number): number | undefined {
  const messages = bag.slice(bag.ref(transaction, 0));
  return messages.loadBit() ? messages.loadRef() : undefined;
}
