import { expect, it } from '@jest/globals';
import { addBlockRows, createBlockTables, rowVersionOf } from '@tonriver/block-rows';
import { Bag } from '@tonriver/boc';
import { loadBlock } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { silentLogger } from '@tonriver/logger';
import { builtSource } from '@tonriver/testing';
import { createPendingBlocks, writePendingBlocks } from './pending-blocks.ts';

/** Writes the rows of some blocks into a store that takes some turns of the event loop for each insert. */
async function write(failing?: string) {
  const { rounds } = builtSource({ seed: 'stages', rounds: 3, transactionsPerRound: 20 });
  const tables = createBlockTables();
  for (const { boc } of rounds.flat()) {
    const bag = Bag.parse(boc);
    const block = { bag, block: loadBlock(bag), rootHash: bag.hash(bag.root), fileHash: null, round: 1 };
    addBlockRows(tables, { ...block, rowVersion: rowVersionOf(1_000, true) });
  }
  const events: string[] = [];
  const running = new Set<string>();
  let most = 0;
  const store = {
    select: async () => [],
    async insertRows({ name }: { readonly name: string }) {
      events.push(`begin ${name}`);
      running.add(name);
      most = Math.max(most, running.size);
      for (let turn = 0; turn < (name === failing ? 1 : 5); turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      running.delete(name);
      if (name === failing) throw new Error('the disk is full');
      events.push(`end ${name}`);
    },
  } as unknown as ClickHouseStore;
  const dependencies = { store, logger: silentLogger };
  const outcome = await writePendingBlocks(createPendingBlocks(tables), {} as never, dependencies).catch(String);
  return { events, outcome, most, runningCount: running.size };
}

it('the digests are written first, then what others point to, and blocks last: tables of one stage side by side', async () => {
  const { events, outcome, most } = await write();
  expect(outcome).toBeGreaterThan(100);
  const at = (event: string): number => events.indexOf(event);
  expect(events.slice(0, 2)).toEqual(['begin block_digests', 'end block_digests']);
  expect(at('end transaction_parts')).toBeLessThan(at('begin message_places'));
  expect(at('end transactions')).toBeLessThan(at('begin blocks_of_rounds'));
  expect(events.slice(-2)).toEqual(['begin blocks', 'end blocks']);
  expect(at('begin messages')).toBeGreaterThan(0);
  expect([most > 1, most <= 4]).toEqual([true, true]);
});

it('after a failure nothing is being written any more, and blocks are not', async () => {
  const { events, outcome, runningCount } = await write('messages');
  expect(outcome).toContain('the disk is full');
  expect(runningCount).toBe(0);
  expect(events).not.toContain('begin blocks');
  // Those that had begun beside it have ended, and no other one has begun.
  const begun = events.filter((event) => event.startsWith('begin')).length;
  expect(events.filter((event) => event.startsWith('end'))).toHaveLength(begun - 1);
  expect(events.slice(events.indexOf('begin messages') + 5).filter((event) => event.startsWith('begin'))).toEqual([]);
});
