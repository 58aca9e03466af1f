import {
  addBlockRows,
  createBlockTables,
  openTransactionPart,
  partLinkRows,
  type PartReader,
  rowVersionOf,
} from '@tonriver/block-rows';
import { Bag } from '@tonriver/boc';
import { loadBlock } from '@tonriver/chain-model';
import { decodeRow, RowBinaryReader, type TransactionPartRow, transactionPartsTable } from '@tonriver/row-schema';
import { builtSource } from '@tonriver/testing';
import { isOfMasterchain, sentMessages } from '../transactions/part-links.ts';

type Membership = Parameters<typeof partLinkRows>[2]['memberships'][number];

/** The round of the part's block. */
export const ROUND = 100;
const hashText = (byte: number): string => Buffer.alloc(32, byte).toString('base64');

/** The part of cells of a block with at least three messages in flight, as the parser writes it. */
export function storedCells(): TransactionPartRow {
  const { rounds } = builtSource({ seed: 'parts', rounds: 3, transactionsPerRound: 100 });
  for (const { key, boc } of rounds.flat()) {
    if (key.workchain !== 0) continue;
    const bag = Bag.parse(boc);
    const tables = createBlockTables();
    const rowVersion = rowVersionOf(1_000, true);
    const rootHash = bag.hash(bag.root);
    addBlockRows(tables, { bag, block: loadBlock(bag), rootHash, fileHash: null, round: ROUND, rowVersion });
    const { bytes, rowCount } = tables.transactionParts.rows();
    if (rowCount === 0) continue;
    const row = decodeRow(transactionPartsTable.columns, new RowBinaryReader(bytes.slice()));
    if (sendersOf(openTransactionPart(row)).length > 2) return row;
  }
  throw new Error('No block sends messages');
}

/** The place of the sender of each message to another account. */
export function sendersOf(transactions: PartReader): readonly number[] {
  const places = Array.from({ length: transactions.count }, (_, place) => place);
  return transactions.read(places).flatMap(({ outMessages }, place) => {
    return sentMessages(outMessages.map(({ row }) => row)).map(() => place);
  });
}

/** What the round of the block tells: traces and senders, but no receiver. */
export function ownLinks(cells: TransactionPartRow): readonly TransactionPartRow[] {
  const transactions = openTransactionPart(cells);
  const places = Array.from({ length: transactions.count }, (_, place) => place);
  const elsewhere = { round: ROUND - 1, shard: cells.shard, seqno: cells.seqno - 1, index: 0 };
  const memberships = transactions.read(places).map(({ transaction, inMessage }, index) => {
    const hasSender = inMessage?.row.kind === 'internal' && !isOfMasterchain(inMessage.row);
    return {
      transaction: {
        workchain: cells.workchain,
        place: { round: ROUND, shard: cells.shard, seqno: cells.seqno, index },
        hash: Buffer.from(transaction.hash).toString('base64'),
        inMessage: null,
      },
      traceId: hashText(1),
      externalHash: null,
      sender: hasSender ? { workchain: 0, place: elsewhere, position: 0, hash: hashText(2) } : undefined,
    } as unknown as Membership;
  });
  return ofBlock(cells, partLinkRows({ first: 1 }, ROUND, { memberships }));
}

/** What a later round tells: the receivers of all messages. */
export function receivers(cells: TransactionPartRow, round: number): readonly TransactionPartRow[] {
  const positions = new Map<number, number>();
  const memberships = sendersOf(openTransactionPart(cells)).map((place, index) => {
    const position = positions.get(place) ?? 0;
    positions.set(place, position + 1);
    return {
      transaction: {
        workchain: cells.workchain,
        place: { round, shard: cells.shard, seqno: cells.seqno + 1, index },
        hash: hashText(3),
        inMessage: null,
      },
      traceId: hashText(1),
      externalHash: null,
      sender: {
        workchain: cells.workchain,
        place: { round: ROUND, shard: cells.shard, seqno: cells.seqno, index: place },
        position,
        hash: hashText(4),
      },
    } as unknown as Membership;
  });
  return ofBlock(cells, partLinkRows({ first: 1 }, round, { memberships }));
}

function ofBlock({ seqno }: TransactionPartRow, rows: readonly TransactionPartRow[]): readonly TransactionPartRow[] {
  return rows.filter((row) => row.seqno === seqno);
}
