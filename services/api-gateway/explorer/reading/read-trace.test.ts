import { describe, expect, it } from '@jest/globals';
import type { Action, StoredTrace, TreeNode } from './answers.d.ts';
import { AskError } from './ask.js';
import type { TraceNode } from './collect-trace.js';
import { madeTransaction } from './made-trace.test-support.ts';
import { readTrace } from './read-trace.js';

const node = (hash: string, ...children: TreeNode[]): TreeNode => ({ tx_hash: hash, children });

function stored(tree: TreeNode, changes: Partial<StoredTrace> = {}): StoredTrace {
  const hashes = (one: TreeNode): readonly string[] => [one.tx_hash, ...one.children.flatMap(hashes)];
  const all = hashes(tree).map((hash) => [hash, madeTransaction({ hash, account: `account ${hash}` })] as const);
  return { is_incomplete: false, trace: tree, transactions: Object.fromEntries(all), actions: [], ...changes };
}

const answering = (traces: readonly StoredTrace[]) => async () => ({ traces, address_book: {}, metadata: {} });

const shapeOf = ({ transaction, children }: TraceNode): unknown => [transaction.hash, ...children.map(shapeOf)];

describe('a stored trace', () => {
  it('becomes the tree of its transactions', async () => {
    const found = await readTrace(answering([stored(node('a', node('b', node('d')), node('c')))]), 'ab');
    expect(found?.trace).toMatchObject({ count: 4, isCut: false, isWaiting: false });
    expect(shapeOf(found!.trace!.root)).toEqual(['a', ['b', ['d']], ['c']]);
  });

  it('is cut after 200 transactions, those of the first steps staying', async () => {
    const many = Array.from({ length: 250 }, (_, index) => node(`${index}`, node(`below ${index}`)));
    const found = await readTrace(answering([stored(node('a', ...many))]), 'ab');
    expect(found?.trace).toMatchObject({ count: 200, isCut: true });
    expect(found?.trace?.root.children).toHaveLength(199);
  });

  it('has no tree when its transactions are not in the answer, but its actions', async () => {
    const action = { type: 'x', transactions: ['a'] } as unknown as Action;
    for (const incomplete of [stored(node('a'), { is_incomplete: true }), stored(node('a'), { trace: null })]) {
      const found = await readTrace(answering([{ ...incomplete, actions: [action] }]), 'ab');
      expect(found).toMatchObject({ trace: undefined, actions: [{ type: 'x' }] });
    }
  });

  it('gives its actions the accounts of their transactions', async () => {
    const action = (...transactions: string[]) => ({ type: 'x', transactions }) as unknown as Action;
    const actions = [action('a', 'b'), action('b', 'b'), action('gone')];
    const found = await readTrace(answering([stored(node('a', node('b')), { actions })]), 'ab');
    expect(found?.actions.map(({ accounts }) => accounts)).toEqual([
      ['account a', 'account b'],
      ['account b'],
      undefined,
    ]);
  });

  it('is not there before it has ended, nor when nothing is classified, and a fault of the page is not hidden', async () => {
    expect(await readTrace(answering([]), 'ab')).toBeUndefined();
    const failing = (error: Error) => async () => {
      throw error;
    };
    expect(await readTrace(failing(new AskError('No traces are classified yet', 503)), 'ab')).toBeUndefined();
    await expect(readTrace(failing(new TypeError('a fault')), 'ab')).rejects.toThrow('a fault');
  });
});
