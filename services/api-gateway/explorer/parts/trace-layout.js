/**
 * @import { TraceNode } from '../reading/collect-trace.js'
 *
 * @typedef {object} Placed a transaction of a trace in its picture
 * @property {TraceNode} node
 * @property {number} column steps from the first transaction
 * @property {number} row
 * @property {Placed | undefined} parent
 * @property {number} number from 1, in the order in which a person reads the tree
 *
 * @typedef {{ readonly placed: readonly Placed[], readonly columns: number, readonly rows: number }} TraceLayout
 */

/**
 * Places the transactions of a trace: each in the column of its step, its first follower beside it, and each further
 * follower below all that came of the one before. Without recursion, because a trace may be as long as it is large.
 *
 * @param {TraceNode} root
 * @returns {TraceLayout}
 */
export function layoutTrace(root) {
  /** @type {Placed[]} */
  const placed = [];
  let [rows, columns] = [0, 0];
  /** @type {{ readonly node: TraceNode, readonly parent: Placed | undefined, readonly isFirst: boolean }[]} */
  const waiting = [{ node: root, parent: undefined, isFirst: true }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent, isFirst } = next;
    const column = parent === undefined ? 0 : parent.column + 1;
    const row = parent === undefined ? 0 : isFirst ? parent.row : rows;
    const here = { node, parent, column, row, number: placed.length + 1 };
    placed.push(here);
    rows = Math.max(rows, row + 1);
    columns = Math.max(columns, column + 1);
    for (const [index, child] of [...node.children.entries()].reverse()) {
      waiting.push({ node: child, parent: here, isFirst: index === 0 });
    }
  }
  return { placed, columns, rows };
}
