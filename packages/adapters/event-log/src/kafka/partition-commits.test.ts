import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createPartitionCommits } from './partition-commits.ts';

describe('createPartitionCommits', () => {
  it('sends no commit of an offset that is already durable', async () => {
    const sent: bigint[] = [];
    const commits = createPartitionCommits(
      () => 10n,
      async (_partition, offset) => void sent.push(offset),
    );
    await commits.commit(0, 10n);
    await commits.commit(0, 3n);

    expect(sent).toEqual([]);
  });

  it('sends one commit at a time, and those requested meanwhile as one', async () => {
    const sent: bigint[] = [];
    let finish = () => {};
    const commits = createPartitionCommits(
      () => 0n,
      (_partition, offset) => {
        sent.push(offset);
        return new Promise((resolve) => {
          finish = resolve;
        });
      },
    );
    const all = [1n, 5n, 3n, 9n, 7n].map((offset) => commits.commit(0, offset));
    expect(sent).toEqual([1n]);
    finish();
    await turn();
    expect(sent).toEqual([1n, 9n]);
    finish();

    await Promise.all(all);
    expect(sent).toEqual([1n, 9n]);
  });

  it('rejects the callers that wait for a failed commit, and sends it again for the next caller', async () => {
    let isBroken = true;
    const commits = createPartitionCommits(
      () => 0n,
      async () => {
        if (isBroken) throw new Error('away');
      },
    );
    await expect(commits.commit(0, 5n)).rejects.toThrow('away');
    isBroken = false;

    await commits.commit(0, 2n);
  });

  it('never sends a smaller offset after a larger one, and never resolves before its offset is durable', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.tuple(fc.nat(2), fc.nat(30)), { maxLength: 30 }),
        async (scheduler, requests) => {
          const durable = [0n, 0n, 0n];
          const send = scheduler.scheduleFunction(async (partition: number, offset: bigint) => {
            expect(offset).toBeGreaterThan(durable[partition] ?? 0n);
            durable[partition] = offset;
          });
          const commits = createPartitionCommits(() => 0n, send);
          const all = requests.map(async ([partition, offset]) => {
            await commits.commit(partition, BigInt(offset));
            expect(durable[partition]).toBeGreaterThanOrEqual(BigInt(offset));
          });
          await scheduler.waitFor(Promise.all(all));
        },
      ),
    );
  });
});
