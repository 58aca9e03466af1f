import { expect, it } from '@jest/globals';
import { createMemoryPendingStore } from '../index.ts';
import { madeTrace, rawAddressOf } from '../made-trace.test-support.ts';
import { describePendingStoreContract, PARTITIONS } from '../pending-store-contract.test-support.ts';

describePendingStoreContract('memory', async () => createMemoryPendingStore({ partitions: PARTITIONS }));

it('a pending store in memory forgets what has expired when something is put', async () => {
  let nowMs = 0;
  const store = createMemoryPendingStore({ partitions: 1, nowMs: () => nowMs });
  await store.put([{ trace: madeTrace(1, { accounts: [1] }), ttlMs: 10 }]);
  nowMs = 11;
  await store.put([{ trace: madeTrace(2, { accounts: [1] }), ttlMs: 10 }]);
  await store.confirm(0, 10);
  // A clock that is set back would find it again, if it were still there.
  nowMs = 0;
  expect((await store.ofAccount(rawAddressOf(1))).map(({ key }) => key)).toEqual([madeTrace(2).key]);
});
