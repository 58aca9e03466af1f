import { createHash } from 'node:crypto';
import type { PendingTrace } from './index.ts';

/** A hash of its own for each name. */
export function madeHash(name: number | string): string {
  return createHash('sha256').update(String(name)).digest('base64');
}

export function rawAddressOf(name: number): string {
  return `0:${createHash('sha256').update(`account ${name}`).digest('hex').toUpperCase()}`;
}

/** A pending trace with an action. Its part is no real one: the store does not look into it. */
export function madeTrace(
  name: number,
  { accounts = [0], contentBytes = 300 }: { accounts?: readonly number[]; contentBytes?: number } = {},
): PendingTrace {
  const rootHash = madeHash(`root ${name}`);
  const answer = { trace_id: rootHash, details: { comment: 'ключ 🗝', amount: '5' }, transactions: [rootHash] };
  return {
    key: madeHash(name),
    externalHash: madeHash(`sent ${name}`),
    state: 'pending',
    reason: null,
    seqno: 7,
    isIncomplete: false,
    rootHash,
    isRootMined: true,
    endSeqno: null,
    parts: [
      {
        workchain: 0,
        content: Buffer.alloc(contentBytes, name).toString('base64'),
        places: [{ shard: '-9223372036854775808', seqno: 5, mcSeqno: 6 }, null],
      },
    ],
    actions: [{ type: 'ton_transfer', ancestorTypes: ['x'], isHidden: false, contract: answer, deployed: answer }],
    accounts: accounts.map(rawAddressOf),
  };
}
