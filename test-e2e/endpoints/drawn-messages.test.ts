import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compareDrawnMessages, type ServedChain, serveChain } from './drawn-messages.ts';

type Message = Readonly<Record<string, unknown>> & {
  readonly hash: string;
  readonly in_msg_tx_hash?: string;
  readonly out_msg_tx_hash?: string;
};
type Transaction = { readonly hash: string; readonly in_msg: Message | null; readonly out_msgs: readonly Message[] };

let chain: ServedChain;

beforeAll(async () => {
  chain = await serveChain('drawn_messages', 24);
}, 180_000);

afterAll(async () => {
  await chain?.close();
});

describe.each(['/api', '/toncenter/api'])('messages below %s', (base) => {
  it('are those of a filter over all rows, for drawn filters, pages and orders', async () => {
    const { refusedShare, filledShare } = await compareDrawnMessages(chain, base, 250);
    expect(refusedShare).toBeLessThanOrEqual(0.05);
    expect(filledShare).toBeGreaterThan(0.2);
  }, 180_000);

  it('are the same as in transactions, member for member, with the transactions at both ends', async () => {
    const listed = (await chain.ask(`${base}/v3/messages?limit=300`)).json['messages'] as readonly Message[];
    expect(listed.length).toBe(300);
    let compared = 0;
    for (const message of listed.filter((_message, index) => index % 6 === 0)) {
      const query = new URLSearchParams({ msg_hash: message.hash });
      const { json } = await chain.ask(`${base}/v3/transactionsByMessage?${query.toString()}`);
      const transactions = json['transactions'] as readonly Transaction[];
      const sent = transactions.find(({ out_msgs: out }) => out.some(({ hash }) => hash === message.hash));
      const received = transactions.find(({ in_msg: incoming }) => incoming?.hash === message.hash);
      expect([message.in_msg_tx_hash, message.out_msg_tx_hash]).toEqual([received?.hash, sent?.hash]);
      const shown = sent?.out_msgs.find(({ hash }) => hash === message.hash) ?? received?.in_msg;
      const ends = { in_msg_tx_hash: received?.hash, out_msg_tx_hash: sent?.hash };
      expect(message).toEqual({ ...shown, ...ends });
      compared += 1;
    }
    expect(compared).toBe(50);
  }, 120_000);
});
