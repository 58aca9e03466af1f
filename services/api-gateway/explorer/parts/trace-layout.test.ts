import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { madeTransaction } from '../reading/made-trace.test-support.ts';
import type { TraceNode } from '../reading/collect-trace.js';
import { layoutTrace } from './trace-layout.js';

/** A tree in which node n hangs below node `parents[n - 1]`. */
function treeOf(parents: readonly number[]): TraceNode {
  const nodes: TraceNode[] = [0, ...parents].map((_, index) => ({
    transaction: madeTransaction({ hash: String(index) }),
    children: [],
    waiting: [],
  }));
  for (const [index, parent] of parents.entries()) nodes[parent]!.children.push(nodes[index + 1]!);
  return nodes[0]!;
}

/** For each node but the first a number below its own. */
const trees = fc
  .array(fc.nat(), { maxLength: 60 })
  .map((numbers) => treeOf(numbers.map((number, index) => number % (index + 1))));

describe('the layout of a trace', () => {
  it('puts each follower one column further, and no two transactions in one place', () => {
    fc.assert(
      fc.property(trees, (root) => {
        const { placed, columns, rows } = layoutTrace(root);
        expect(placed.map(({ number }) => number)).toEqual(placed.map((_, index) => index + 1));
        for (const { parent, column, row } of placed) {
          expect(column).toBe(parent === undefined ? 0 : parent.column + 1);
          if (parent !== undefined) expect(row).toBeGreaterThanOrEqual(parent.row);
          expect([column < columns, row < rows]).toEqual([true, true]);
        }
        expect(new Set(placed.map(({ column, row }) => `${column} ${row}`)).size).toBe(placed.length);
      }),
    );
  });

  it('keeps what came of one message together, above what came of the next', () => {
    const { placed } = layoutTrace(treeOf([0, 0, 1, 1, 2]));
    const places = placed.map(({ node, column, row }) => [node.transaction.hash, column, row]);
    expect(places).toEqual([
      ['0', 0, 0],
      ['1', 1, 0],
      ['3', 2, 0],
      ['4', 2, 1],
      ['2', 1, 2],
      ['5', 2, 2],
    ]);
  });

  it('needs no deep stack for a long chain of messages', () => {
    const chain = treeOf(Array.from({ length: 20_000 }, (_, index) => index));
    expect(layoutTrace(chain).columns).toBe(20_001);
  });
});
