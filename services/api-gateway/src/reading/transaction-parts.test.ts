import { beforeEach, describe, expect, it } from '@jest/globals';
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
import { isOfMasterchain, linksOfPart, sentMessages } from './part-links.ts';
import { createRememberedParts } from './remembered-parts.ts';
import { createTransactionParts, type TransactionPart } from './transaction-parts.ts';

type Membership = Parameters<typeof partLinkRows>[2]['memberships'][number];

const ROUND = 100;
const bounds = { keysMax: 100, queriesMax: 1, waitingKeysMax: 1000 };
const hashText = (byte: number): string => Buffer.alloc(32, byte).toString('base64');

/** The part of cells of a block with at least three messages in flight, as the parser writes it. */
function storedCells(): TransactionPartRow {
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
function sendersOf(transactions: PartReader): readonly number[] {
  const places = Array.from({ length: transactions.count }, (_, place) => place);
  return transactions.read(places).flatMap(({ outMessages }, place) => {
    return sentMessages(outMessages.map(({ row }) => row)).map(() => place);
  });
}

/** What the round of the block tells: traces and senders, but no receiver. */
function ownLinks(cells: TransactionPartRow): readonly TransactionPartRow[] {
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
function receivers(cells: TransactionPartRow, round: number): readonly TransactionPartRow[] {
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

describe('a remembered part', () => {
  const cells = storedCells();
  const keyText = `${ROUND}/${cells.workchain}:${cells.shard}:${cells.seqno}/${cells.part}`;
  let stored: TransactionPartRow[];
  let queryCount: number;
  let parts: ReturnType<typeof createTransactionParts>;
  let release: string;
  const open = (bytesMax?: number) => {
    const select = async () => {
      queryCount += 1;
      return stored;
    };
    const store = { select: select as never, ping: async () => undefined };
    const remembered = createRememberedParts({
      cachePrefix: () => release,
      ...(bytesMax === undefined ? {} : { bytesMax }),
    });
    parts = createTransactionParts(store, bounds, remembered);
  };
  const partAt = async (indexedSeqno: number): Promise<TransactionPart> => {
    const [part] = await parts.byKey([keyText], { indexedSeqno });
    if (part === undefined) throw new Error('The part is not there');
    return part;
  };
  const receiverCountAt = async (indexedSeqno: number): Promise<number> => {
    const part = await partAt(indexedSeqno);
    const linksAt = linksOfPart(part, indexedSeqno);
    const places = Array.from({ length: part.transactions.count }, (_, place) => place);
    return places.reduce((sum, place) => sum + (linksAt(place)?.receivers.size ?? 0), 0);
  };
  const messageCount = sendersOf(openTransactionPart(cells)).length;

  beforeEach(() => {
    stored = [cells, ...ownLinks(cells)];
    queryCount = 0;
    release = 'one';
    open();
  });

  it('is read again when the watermark moved, until links name both ends of every message', async () => {
    expect([await receiverCountAt(ROUND), await receiverCountAt(ROUND), queryCount]).toEqual([0, 0, 1]);
    stored.push(...receivers(cells, ROUND + 2));
    // Written, but not below the watermark yet: the same answer as before.
    expect([await receiverCountAt(ROUND), queryCount]).toEqual([0, 1]);
    expect([await receiverCountAt(ROUND + 1), queryCount]).toEqual([0, 2]);
    expect([await receiverCountAt(ROUND + 2), queryCount]).toEqual([messageCount, 3]);
    expect([await receiverCountAt(ROUND + 50), await receiverCountAt(ROUND + 99), queryCount]).toEqual([
      messageCount,
      messageCount,
      3,
    ]);
    expect(await receiverCountAt(ROUND + 1)).toBe(0);
  });

  it('gives its transactions by account and lt without a query, and none that it does not have', async () => {
    const part = await partAt(ROUND);
    const keys = Array.from({ length: part.transactions.count }, (_, place) => ({
      mcBlockSeqno: ROUND,
      workchain: cells.workchain,
      ...part.transactions.keyAt(place),
    }));
    const found = await parts.ofTransactions(keys, { indexedSeqno: ROUND });
    expect(found.map((placed) => placed?.place)).toEqual([...keys.keys()]);
    expect(queryCount).toBe(1);
    const [first] = keys;
    const others = [
      { ...first!, account: new Uint8Array(32) },
      { ...first!, workchain: -1 },
      { ...first!, lt: first!.lt - 1n },
    ];
    expect(await parts.ofTransactions(others, { indexedSeqno: ROUND })).toEqual([undefined, undefined, undefined]);
  });

  it('of another release, or without room, is read each time', async () => {
    await partAt(ROUND);
    release = 'two';
    await partAt(ROUND);
    expect(queryCount).toBe(2);
    open(1_000);
    await partAt(ROUND);
    await partAt(ROUND);
    expect(queryCount).toBe(4);
  });

  it('of a block without a round is never remembered: it is written again with its round', async () => {
    const partial = { ...cells, blockRound: 0 };
    stored = [partial];
    const keyOfPartial = keyText.replace(/^\d+/, '0');
    for (const count of [1, 2]) {
      const [part] = await parts.byKey([keyOfPartial], { indexedSeqno: ROUND });
      expect([part?.mcBlockSeqno, queryCount]).toEqual([null, count]);
    }
  });
});
