import { stateInitBytes } from '@tonriver/block-rows';
import { messageBodyBytes, messageBodySlice } from '@tonriver/chain-model';
import { decodeBodySlice } from '@tonriver/message-bodies';
import type { StateInitRow } from '@tonriver/row-schema';
import type { Dialect } from '../dialects/dialect.ts';
import { base64Of, hexOf } from '../reading/bytes.ts';
import type { ChainReader } from '../reading/chain-reader.ts';
import { HoleError } from '../reading/holes.ts';
import type { TransactionRecord } from '../reading/transaction-records.ts';
import { bodyOfBag, type StoredBody } from './body-printer.ts';
import type { PrintedBody } from './message.ts';
import { messagesOf } from './message-ends.ts';
import { stateInitBag } from './state-init-cell.ts';

/** The bodies and StateInits of an answer, each read once. */
export interface MessageCells {
  readonly bodyOf: (hashHex: string) => PrintedBody;
  readonly initOf: (hashHex: string) => string;
}

/** Reads the bodies and StateInits of messages. @throws {HoleError} when one is missing: they are written first */
export async function messageCellsOf(
  reader: ChainReader,
  dialect: Dialect,
  records: readonly TransactionRecord[],
): Promise<MessageCells> {
  const inParts = partCellsOf(records);
  const bodyHashes = new Set<string>();
  const initHashes = new Set<string>();
  for (const message of records.filter(({ part }) => part === undefined).flatMap(messagesOf)) {
    bodyHashes.add(hexOf(message.bodyHash));
    if (message.initHash !== null) initHashes.add(hexOf(message.initHash));
  }
  const [bodies, inits] = await Promise.all([treesOf(reader, [...bodyHashes]), initsOf(reader, [...initHashes])]);
  return {
    bodyOf(hashHex) {
      const body = inParts.bodies.get(hashHex) ?? bodyOfBag(foundIn('cell_trees', bodies, hashHex));
      return reader.bodyPrinter.print(dialect, hashHex, body);
    },
    initOf: (hashHex) => inParts.inits.get(hashHex)?.() ?? foundIn('state_inits', inits, hashHex),
  };
}

/** Returns the bodies and StateInits of records that were read from parts. They are read when they are printed. */
function partCellsOf(records: readonly TransactionRecord[]) {
  const bodies = new Map<string, StoredBody>();
  const inits = new Map<string, () => string>();
  for (const { part } of records) {
    if (part === undefined) continue;
    for (const { row, bag, message } of [part.inMessage ?? [], part.outMessages].flat()) {
      bodies.set(hexOf(row.bodyHash), {
        boc: () => messageBodyBytes(bag, message),
        decode: () => decodeBodySlice(messageBodySlice(bag, message)),
      });
      if (row.initHash !== null) inits.set(hexOf(row.initHash), () => base64Of(stateInitBytes(bag, message)));
    }
  }
  return { bodies, inits };
}

function foundIn<Value>(table: string, values: ReadonlyMap<string, Value>, hashHex: string): Value {
  const value = values.get(hashHex);
  if (value === undefined) throw new HoleError({ table, requiredBy: 'messages', key: hashHex });
  return value;
}

async function treesOf(reader: ChainReader, hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
  const trees = await reader.cellTrees.getMany(hashes);
  const found = new Map<string, Uint8Array>();
  for (const [index, hash] of hashes.entries()) {
    const boc = trees[index];
    if (boc === undefined) throw new HoleError({ table: 'cell_trees', requiredBy: 'messages', key: hash });
    found.set(hash, boc);
  }
  return found;
}

async function initsOf(reader: ChainReader, hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const printed = new Map<string, string>();
  if (hashes.length === 0) return printed;
  const rows = (await reader.stateInits.getMany(hashes)).filter((row) => row !== undefined);
  const trees = await treesOf(reader, [...new Set(rows.flatMap(treeHashesOf))]);
  for (const row of rows) {
    const hash = hexOf(row.hash);
    const boc = stateInitBag(row, (treeHash) => trees.get(treeHash.toUpperCase()));
    if (boc === undefined) throw new HoleError({ table: 'cell_trees', requiredBy: 'state_inits', key: hash });
    printed.set(hash, base64Of(boc));
  }
  return printed;
}

function treeHashesOf({ rawBoc, dataBoc, codeHash, dataHash, libraryHash }: StateInitRow): string[] {
  if (rawBoc.length > 0) return [];
  // Data that is stored in the StateInit's own row is not a separate tree.
  return [codeHash, dataBoc.length === 0 ? dataHash : null, libraryHash].filter((hash) => hash !== null).map(hexOf);
}
