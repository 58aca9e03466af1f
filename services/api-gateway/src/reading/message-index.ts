import { columnsSql, type MessageDirection, messagesTable, opcodesTable, pickColumns } from '@tonriver/clickhouse';
import type { ReadingStore } from './reading-store.ts';
import { bytesLiteral, visibleCondition } from './sql.ts';
import type { TransactionKey } from './transaction-key.ts';

/** What is looked for in the sorted indexes of messages. */
export interface MessageIndexQuery {
  readonly by:
    | { readonly kind: 'opcode'; readonly opcode: number }
    | { readonly kind: 'body_hash'; readonly bodyHash: Uint8Array }
    /** Messages of these accounts, with an opcode or a body hash or both. */
    | {
        readonly kind: 'accounts';
        readonly accounts: readonly { readonly workchain: number; readonly account: Uint8Array }[];
        readonly opcode: number | undefined;
        readonly bodyHash: Uint8Array | undefined;
      };
  readonly direction: MessageDirection | undefined;
  readonly ltMin: bigint | undefined;
  readonly ltMax: bigint | undefined;
  readonly order: 'asc' | 'desc';
  readonly indexedSeqno: number;
  readonly limit: number;
  readonly offset: number;
  /** Only what comes after this transaction in the order asked for. */
  readonly after: TransactionKey | undefined;
}

const columns = pickColumns(opcodesTable, 'workchain', 'account', 'lt');

/**
 * One page of the transactions that have a message with an opcode or a body, distinct and in total order. Of a message
 * that is stored in several versions the highest decides whether it is visible.
 */
export async function readMessageIndex(
  store: ReadingStore,
  query: MessageIndexQuery,
): Promise<readonly TransactionKey[]> {
  const sort = query.order === 'asc' ? 'ASC' : 'DESC';
  const { table, condition, prefix } = source(query);
  const conditions = [condition, ...bounds(query)];
  const identity = ['lt', 'workchain', 'account', 'direction', 'position'];
  // The inner order is the sort key of the table, so that the engine reads on only until the page is full.
  const innerOrder = [...prefix, ...identity].map((name) => `${name} ${sort}`).join(', ');
  const visibleMessages = `SELECT workchain, account, lt, mc_block_seqno FROM ${table} WHERE ${conditions.join(' AND ')}
    ORDER BY ${innerOrder}, row_version DESC LIMIT 1 BY ${identity.join(', ')}`;
  return await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM (${visibleMessages}) WHERE ${visibleCondition(query.indexedSeqno)}
     ORDER BY lt ${sort}, workchain ${sort}, account ${sort} LIMIT 1 BY lt, workchain, account
     LIMIT ${query.limit} OFFSET ${query.offset}`,
  );
}

function source({ by }: MessageIndexQuery): { table: string; condition: string; prefix: readonly string[] } {
  switch (by.kind) {
    case 'opcode':
      return { table: opcodesTable.name, condition: `opcode = ${by.opcode}`, prefix: ['opcode'] };
    case 'body_hash':
      return { table: 'body_hashes', condition: `body_hash = ${bytesLiteral(by.bodyHash)}`, prefix: ['body_hash'] };
    case 'accounts': {
      const accounts = by.accounts.map(({ workchain, account }) => `(${workchain}, ${bytesLiteral(account)})`);
      const conditions = [`(workchain, account) IN (${accounts.join(', ')})`];
      if (by.opcode !== undefined) conditions.push(`opcode = ${by.opcode}`);
      if (by.bodyHash !== undefined) conditions.push(`body_hash = ${bytesLiteral(by.bodyHash)}`);
      return { table: messagesTable.name, condition: conditions.join(' AND '), prefix: [] };
    }
  }
}

function bounds({ direction, ltMin, ltMax, after, order }: MessageIndexQuery): string[] {
  const conditions: string[] = [];
  if (direction !== undefined) conditions.push(`direction = '${direction}'`);
  if (ltMin !== undefined) conditions.push(`lt >= ${ltMin}`);
  if (ltMax !== undefined) conditions.push(`lt <= ${ltMax}`);
  if (after !== undefined) {
    const sign = order === 'asc' ? '>' : '<';
    conditions.push(
      `lt ${sign}= ${after.lt} AND (lt, workchain, account) ${sign} (${after.lt}, ${after.workchain}, ${bytesLiteral(after.account)})`,
    );
  }
  return conditions;
}
