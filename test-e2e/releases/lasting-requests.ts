import { queryRows, type StoredTables } from '../distributed/query-rows.ts';
import type { LastingRequest } from './client-load.ts';

const MESSAGES = 60;
const ACCOUNTS = 3;

/**
 * Requests about single rounds and messages, each from the round on after which its answer stays as it is: a
 * transaction also tells which later transactions received its messages.
 */
export async function lastingRequests(tables: StoredTables, rounds: number): Promise<readonly LastingRequest[]> {
  const all = await transactionMessages(tables);
  const lastOfMessage = maxima(all, ({ hash, round }) => [hash, round]);
  const lastOfTransaction = maxima(all, ({ hash, transaction }) => [transaction, lastOfMessage.get(hash)!]);
  const lastOfRound = maxima(all, ({ round, transaction }) => [round, lastOfTransaction.get(transaction)!]);
  const lastOfAnswer = maxima(all, ({ hash, transaction }) => [hash, lastOfTransaction.get(transaction)!]);
  const messages = [...lastOfAnswer.keys()].slice(0, MESSAGES);
  const accounts = [...new Set(all.map(({ account }) => account))].slice(0, ACCOUNTS);
  const ofRounds = Array.from({ length: rounds }, (_, index) => index + 1).flatMap((seqno) => [
    { path: `/api/v3/masterchainBlockShards?seqno=${seqno}`, fromRound: lastOfRound.get(seqno) ?? seqno },
    { path: `/toncenter/api/v3/masterchainBlockShardState?seqno=${seqno}`, fromRound: seqno },
    ...accounts.map((address) => ({
      path: '/api/v3/runGetMethod',
      body: JSON.stringify({ address, method: 'seqno', stack: [], seqno }),
      fromRound: seqno,
    })),
  ]);
  const ofMessages = messages.map((hash) => ({
    path: `/api/v3/transactionsByMessage?msg_hash=${hash}`,
    fromRound: lastOfAnswer.get(hash)!,
  }));
  return [...ofRounds, ...ofMessages];
}

/** A message of a transaction, received or sent. */
interface TransactionMessage {
  readonly hash: string;
  readonly account: string;
  readonly transaction: string;
  readonly round: number;
}

/** All messages of all transactions, in an order that depends on nothing but their hashes. */
function transactionMessages(tables: StoredTables): Promise<readonly TransactionMessage[]> {
  return queryRows<TransactionMessage>(
    tables,
    `SELECT lower(hex(hash)) AS hash, concat(toString(workchain), ':', hex(account)) AS account,
            concat(messages.account, toString(lt)) AS transaction, assumeNotNull(mc_block_seqno) AS round
     FROM messages FINAL ORDER BY cityHash64(messages.hash), lt`,
  );
}

/** The largest number for each key. */
function maxima<Key>(
  messages: readonly TransactionMessage[],
  entryOf: (message: TransactionMessage) => readonly [Key, number],
): ReadonlyMap<Key, number> {
  const found = new Map<Key, number>();
  for (const message of messages) {
    const [key, number] = entryOf(message);
    found.set(key, Math.max(number, found.get(key) ?? 0));
  }
  return found;
}
