import { stateInitBytes } from '@tonriver/block-rows';
import type { Bag } from '@tonriver/boc';
import { type Message, messageBodyBytes, messageBodySlice } from '@tonriver/chain-model';
import { type BodyDecoding, decodeBodySlice } from '@tonriver/message-bodies';
import type { MessageRow, StateInitRow } from '@tonriver/row-schema';
import { hexOf, HoleError, type TransactionRecord } from '@tonriver/chain-reader';
import type { Dialect } from '../dialects/dialect.ts';
import { bodyOfBag, type StoredBody } from './body-printer.ts';
import type { PrintedBody } from './message.ts';
import { messagesOf } from './message-ends.ts';
import { stateInitBag } from './state-init-cell.ts';
import { base64Of } from './base64.ts';
import type { AnswerReader } from './answer-reader.ts';

/** The bodies and StateInits of the messages of an answer. */
export interface MessageCells {
  readonly bodyOf: (message: MessageRow) => PrintedBody;
  /** @param message one with a StateInit */
  readonly initOf: (message: MessageRow) => string;
}

/** Reads the bodies and StateInits of messages. @throws {HoleError} when one is missing: they are written first */
export async function messageCellsOf(
  reader: AnswerReader,
  dialect: Dialect,
  records: readonly TransactionRecord[],
): Promise<MessageCells> {
  const inParts = messagesOfParts(records);
  const bodyHashes = new Set<string>();
  const initHashes = new Set<string>();
  for (const message of records.filter(({ part }) => part === undefined).flatMap(messagesOf)) {
    bodyHashes.add(hexOf(message.bodyHash));
    if (message.initHash !== null) initHashes.add(hexOf(message.initHash));
  }
  const [bodies, inits] = await Promise.all([readTrees(reader, [...bodyHashes]), initsOf(reader, [...initHashes])]);
  return {
    bodyOf(row) {
      const hashHex = hexOf(row.bodyHash);
      const body = inParts.get(row) ?? bodyOfBag(foundIn('cell_trees', bodies, hashHex));
      return reader.bodyPrinter.print(dialect, hashHex, body);
    },
    initOf(row) {
      const inPart = inParts.get(row);
      return inPart === undefined
        ? foundIn('state_inits', inits, hexOf(row.initHash ?? noHash))
        : base64Of(stateInitBytes(inPart.bag, inPart.message));
    },
  };
}

/** A message in a part. Its body is read when it is printed. */
class MessageOfPart implements StoredBody {
  readonly bag: Bag;
  readonly message: Message;

  constructor({ bag, message }: Pick<MessageOfPart, 'bag' | 'message'>) {
    this.bag = bag;
    this.message = message;
  }

  boc(): Uint8Array {
    return messageBodyBytes(this.bag, this.message);
  }

  decode(): BodyDecoding {
    return decodeBodySlice(messageBodySlice(this.bag, this.message));
  }
}

/** Returns the messages of records that were read from parts, by their rows. */
function messagesOfParts(records: readonly TransactionRecord[]): ReadonlyMap<MessageRow, MessageOfPart> {
  const messages = new Map<MessageRow, MessageOfPart>();
  for (const { part } of records) {
    if (part === undefined) continue;
    if (part.inMessage !== undefined) messages.set(part.inMessage.row, new MessageOfPart(part.inMessage));
    for (const message of part.outMessages) messages.set(message.row, new MessageOfPart(message));
  }
  return messages;
}

const noHash = new Uint8Array(32);

function foundIn<Value>(table: string, values: ReadonlyMap<string, Value>, hashHex: string): Value {
  const value = values.get(hashHex);
  if (value === undefined) throw new HoleError({ table, requiredBy: 'messages', key: hashHex });
  return value;
}

/** Reads trees by hash, upper-case hexadecimal. @throws {HoleError} when one is missing */
export async function readTrees(
  reader: AnswerReader,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const trees = await reader.cellTrees.getMany(hashes);
  const found = new Map<string, Uint8Array>();
  for (const [index, hash] of hashes.entries()) {
    const boc = trees[index];
    if (boc === undefined) throw new HoleError({ table: 'cell_trees', requiredBy: 'messages', key: hash });
    found.set(hash, boc);
  }
  return found;
}

async function initsOf(reader: AnswerReader, hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const printed = new Map<string, string>();
  if (hashes.length === 0) return printed;
  const rows = (await reader.stateInits.getMany(hashes)).filter((row) => row !== undefined);
  const trees = await readTrees(reader, [...new Set(rows.flatMap(treeHashesOf))]);
  for (const row of rows) {
    const hash = hexOf(row.hash);
    const boc = stateInitBag(row, (treeHash) => trees.get(treeHash.toUpperCase()));
    if (boc === undefined) throw new HoleError({ table: 'cell_trees', requiredBy: 'state_inits', key: hash });
    printed.set(hash, base64Of(boc));
  }
  return printed;
}

/** Returns the hashes of the trees that the row of a StateInit refers to. */
export function treeHashesOf({ rawBoc, dataBoc, codeHash, dataHash, libraryHash }: StateInitRow): string[] {
  if (rawBoc.length > 0) return [];
  // Data that is stored in the StateInit's own row is not a separate tree.
  return [codeHash, dataBoc.length === 0 ? dataHash : null, libraryHash].filter((hash) => hash !== null).map(hexOf);
}
