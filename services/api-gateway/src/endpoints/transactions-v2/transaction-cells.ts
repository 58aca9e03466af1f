import { rebuildTransaction, stateInitBytes } from '@tonriver/block-rows';
import { Bag, type CellSlice, writeBag } from '@tonriver/boc';
import { messageBodyBytes, messageBodySlice } from '@tonriver/chain-model';
import type { MessageRow, StateInitRow } from '@tonriver/row-schema';
import { hexOf, HoleError, type TransactionRecord } from '@tonriver/chain-reader';
import type { AnswerReader } from '../../answers/answer-reader.ts';
import { readTrees, treeHashesOf } from '../../answers/message-cells.ts';
import { stateInitBag } from '../../answers/state-init-cell.ts';
import type { CellsOfMessage } from './message-data.ts';

/** A transaction as cells. */
export interface CellsOfTransaction {
  /** The whole transaction as a bag of cells. */
  readonly boc: Uint8Array;
  /** @param message one of the transaction */
  readonly ofMessage: (message: MessageRow) => CellsOfMessage;
}

/**
 * Returns what gives the cells of transactions: from the part of their block, and for those that parsers before 5
 * stored, rebuilt from their rows.
 *
 * @throws {HoleError} when a tree or a StateInit that rows refer to is not stored
 */
export async function cellsOfTransactions(
  reader: AnswerReader,
  records: readonly TransactionRecord[],
): Promise<(record: TransactionRecord) => CellsOfTransaction> {
  const older = await readOlder(
    reader,
    records.filter(({ part }) => part === undefined),
  );
  return (record) => ofPart(record) ?? older(record);
}

function ofPart({ part, placed }: TransactionRecord): CellsOfTransaction | undefined {
  if (part === undefined || placed === undefined) return undefined;
  const { inMessage, outMessages } = part;
  const all = inMessage === undefined ? outMessages : [inMessage, ...outMessages];
  const messages = new Map(all.map((message) => [message.row, message]));
  return {
    boc: placed.part.transactions.bocAt(placed.place),
    ofMessage(row) {
      const found = messages.get(row);
      if (found === undefined) throw new TypeError('the message is not of this transaction');
      const { bag, message } = found;
      return {
        bodySlice: () => messageBodySlice(bag, message),
        bodyBoc: () => messageBodyBytes(bag, message),
        initBoc: () => (row.initHash === null ? undefined : stateInitBytes(bag, message)),
      };
    },
  };
}

async function readOlder(
  reader: AnswerReader,
  records: readonly TransactionRecord[],
): Promise<(record: TransactionRecord) => CellsOfTransaction> {
  const messages = records.flatMap(messagesOf);
  const inits = await readStateInits(reader, messages);
  const hashes = [
    ...messages.map(({ bodyHash }) => hexOf(bodyHash)),
    ...[...inits.values()].flatMap((row) => treeHashesOf(row)),
  ];
  const trees = await readTrees(reader, [...new Set(hashes)]);
  const tree = (hash: string): Uint8Array | undefined => trees.get(hash.toUpperCase());
  const stateInit = (hash: string): StateInitRow | undefined => inits.get(hash.toUpperCase());
  return (record) => ({
    get boc() {
      const rows = { transaction: record.transaction, messages: messagesOf(record), tree, stateInit };
      return writeBag([rebuildTransaction(rows).cell]);
    },
    ofMessage: ({ bodyHash, initHash }) => ({
      bodySlice: () => sliceOf(tree(hexOf(bodyHash))!),
      bodyBoc: () => tree(hexOf(bodyHash))!,
      initBoc: () => (initHash === null ? undefined : stateInitBag(stateInit(hexOf(initHash))!, tree)),
    }),
  });
}

function messagesOf({ inMessage, outMessages }: TransactionRecord): readonly MessageRow[] {
  return inMessage === undefined ? outMessages : [inMessage, ...outMessages];
}

async function readStateInits(
  reader: AnswerReader,
  messages: readonly MessageRow[],
): Promise<ReadonlyMap<string, StateInitRow>> {
  const hashes = [...new Set(messages.flatMap(({ initHash }) => (initHash === null ? [] : [hexOf(initHash)])))];
  const rows = await reader.stateInits.getMany(hashes);
  return new Map(
    hashes.map((hash, index) => {
      const row = rows[index];
      if (row === undefined) throw new HoleError({ table: 'state_inits', requiredBy: 'messages', key: hash });
      return [hash, row] as const;
    }),
  );
}

function sliceOf(boc: Uint8Array): CellSlice {
  const bag = Bag.parse(boc);
  return bag.isExotic(bag.root) ? bag.exoticSlice(bag.root) : bag.slice(bag.root);
}
