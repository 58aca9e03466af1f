import { CellBuilder, writeBag } from '@tonriver/boc';
import { buildHashmap, keyFromUint } from '@tonriver/chain-model';
import { bytes32 } from '@tonriver/chain-reader/testing';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { accountDataTable, createRowBatch } from '@tonriver/row-schema';
import { accounts, messageHash, sampleChain } from './sample-chain.test-support.ts';
import { writeRows } from './write-rows.test-support.ts';

/** Wallet v3 r2. */
const codeHash = Buffer.from('hNr6RJ+Ypph3ibojI1gHK8D3bcRSQAKl0JGLmnXS1Zk=', 'base64');
/** Not the code of that hash: nothing here runs it. */
const code = new CellBuilder().storeUint(0xff00, 16).storeUint(0xf2c0, 16).endCell();
const data = new CellBuilder().storeUint(7, 32).storeUint(698_983_191, 32).storeBytes(bytes32('key')).endCell();

/** A configuration with parameter 0. */
const config = buildHashmap([{ key: keyFromUint(0, 32), value: bytes32('address') }], {
  keyBits: 32,
  storeValue: (builder, value: Uint8Array) => void builder.storeRef(new CellBuilder().storeBytes(value).endCell()),
});

/**
 * Completes the sample chain where examples of the documentation ask: bob becomes a wallet whose code and data are
 * stored, the first message names alice and him as its ends, and the cells of the configuration are stored.
 */
export async function writeExampleRows(store: ClickHouseStore): Promise<void> {
  const { accountStates = [], configs = [], messages = [] } = sampleChain;
  const newest = accountStates.findLast(({ account }) => account === accounts.bob);
  if (newest === undefined || config === null) throw new TypeError('the sample chain has no state of bob');
  const { workchain, account, lt } = newest;
  const dataHash = data.hash();
  const dataRows = createRowBatch(accountDataTable);
  dataRows.add({ workchain, account, lt, dataHash, isWhole: true, dataBoc: writeBag([data]) });
  await store.insertRows(accountDataTable, dataRows.rows());
  const first = messages.filter(({ hash }) => Buffer.from(hash).toString('hex') === messageHash('first'));
  const ends = { sourceAccount: accounts.alice, destinationAccount: accounts.bob };
  await writeRows(store, {
    messages: first.map((row) => ({ ...row, ...ends, rowVersion: row.rowVersion + 1 })),
    cellTrees: [
      { hash: codeHash, boc: writeBag([code]) },
      ...configs.slice(0, 1).map(({ hash }) => ({ hash, boc: writeBag([config]) })),
    ],
    accountStates: [{ ...newest, codeHash, dataHash, rowVersion: newest.rowVersion + 1 }],
  });
}
