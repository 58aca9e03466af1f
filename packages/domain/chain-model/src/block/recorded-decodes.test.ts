import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from '@jest/globals';
import { Bag, type CellSlice } from '@tonriver/boc';
import { type BlockNeed, describeRecorded } from '@tonriver/testing';
import { loadHashmapE, loadLabel } from '../dictionary/index.ts';
import { writeBits } from '../dictionary/key-bits.ts';
import { type CurrencyCollection, hashToHex } from '../primitives/index.ts';
import { loadTransaction } from '../transaction/index.ts';
import {
  type Block,
  forEachInMessage,
  forEachOutMessage,
  forEachTransaction,
  loadBlock,
  loadMerkleUpdate,
  loadValueFlow,
  skipCurrencyCollection,
  type ValueFlow,
} from './index.ts';
import { forEachInline } from './inline-hashmap.ts';
import { readRecordedJson } from './read-recorded-json.test-support.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** The names of the Go library tongo, in whose files all hashes are lower-case hexadecimal. */
interface TongoDecode {
  readonly Accounts: Record<string, { readonly Transactions: Record<string, Record<string, unknown>> }>;
  readonly TxHashes: readonly string[] | null;
  readonly ValueFlow: Record<string, unknown>;
  readonly InMsgDescrLength: number;
  readonly OutMsgDescrLength: number;
  readonly Libraries: Record<string, Record<string, unknown>>;
}

const DECODED_BY_TONGO: BlockNeed = {
  what: 'blocks that tongo decoded',
  count: 1,
  isOne: ({ file }, data) => existsSync(data.path('api-recordings', `tongo_decode_${basename(file, '.boc')}.json`)),
};

describeRecorded('decodes of recorded blocks by other software', [DECODED_BY_TONGO], (data) => {
  const files = readdirSync(data.path('api-recordings')).filter((file) => file.endsWith('.json'));

  it('by tongo list the same transactions, value flow, message counts and libraries', () => {
    let valuesCompared = 0;
    const decodes = files.filter((file) => file.startsWith('tongo_decode_'));
    for (const file of decodes) {
      const name = `${file.slice('tongo_decode_'.length, -'.json'.length)}.boc`;
      const entry = data.blocks().find((block) => block.file.endsWith(`/${name}`));
      if (entry === undefined && data.isWhole)
        throw new Error(`The data folder has a decode of ${name} but not the block`);
      if (entry === undefined) continue;
      const expected = readRecordedJson(data.path('api-recordings', file)) as TongoDecode;
      const found = decodeAsTongo(entry.read());
      expect(found).toEqual({ ...expected, TxHashes: expected.TxHashes ?? [] });
      valuesCompared += countLeaves(expected);
    }
    expect(valuesCompared).toBeGreaterThan(0);
    print(`tongo decodes: ${decodes.length} blocks, ${valuesCompared} values compared`);
  });
});

function decodeAsTongo(bytes: Uint8Array): TongoDecode {
  const bag = Bag.parse(bytes);
  const block = loadBlock(bag);
  const accounts: Record<string, { readonly Transactions: Record<string, Record<string, unknown>> }> = {};
  const hashes: string[] = [];
  forEachTransaction(bag, block, (accountHash, lt, cell) => {
    const account = hashToHex(accountHash);
    const transaction = loadTransaction(bag, cell);
    hashes.push(hashToHex(bag.hash(cell)));
    accounts[account] ??= { Transactions: {} };
    accounts[account].Transactions[lt.toString()] = {
      AccountAddr: hashToHex(transaction.accountHash),
      Lt: Number(transaction.lt),
      PrevTransHash: hashToHex(transaction.prevTransHash),
      PrevTransLt: Number(transaction.prevTransLt),
      Now: transaction.now,
      OutMsgCnt: transaction.outMessageCount,
      OrigStatus: transaction.origStatus,
      EndStatus: transaction.endStatus,
    };
  });
  let inMessages = 0;
  let outMessages = 0;
  forEachInMessage(bag, block.extra.inMessageDescriptors, () => inMessages++);
  forEachOutMessage(bag, block.extra.outMessageDescriptors, () => outMessages++);
  return {
    Accounts: accounts,
    TxHashes: hashes.sort(),
    ValueFlow: tongoValueFlow(loadValueFlow(bag.slice(block.valueFlow))),
    InMsgDescrLength: inMessages,
    OutMsgDescrLength: outMessages,
    Libraries: librariesOfNewState(bag, block),
  };
}

function tongoValueFlow(flow: ValueFlow): Record<string, unknown> {
  const amount = (value: CurrencyCollection): unknown => ({
    Grams: value.grams.toString(),
    Other: Object.fromEntries(value.extra.map((one) => [one.currency.toString(), one.amount.toString()])),
  });
  return {
    FromPrevBlk: amount(flow.fromPrevBlock),
    ToNextBlk: amount(flow.toNextBlock),
    Imported: amount(flow.imported),
    Exported: amount(flow.exported),
    FeesCollected: amount(flow.feesCollected),
    Burned: flow.burned === null ? null : amount(flow.burned),
    FeesImported: amount(flow.feesImported),
    Recovered: amount(flow.recovered),
    Created: amount(flow.created),
    Minted: amount(flow.minted),
  };
}

/**
 * Public libraries with their publishers, as far as the new side of the state update shows them: the third reference
 * of `shard_state` holds `overload_history underload_history total_balance total_validator_fees libraries …`.
 */
function librariesOfNewState(bag: Bag, block: Block): Record<string, Record<string, unknown>> {
  const libraries: Record<string, Record<string, unknown>> = {};
  const inner = bag.ref(loadMerkleUpdate(bag, block.stateUpdate).newRoot, 2);
  if (bag.isExotic(inner)) return libraries;
  const slice = bag.slice(inner);
  slice.skipBits(128);
  skipCurrencyCollection(slice);
  skipCurrencyCollection(slice);
  const root = loadHashmapE(slice);
  if (root !== null) visitShown(bag, root, { key: new Uint8Array(32), position: 0 }, readLibrary);
  return libraries;

  function readLibrary(key: Uint8Array, leaf: CellSlice): void {
    const publishers: Record<string, unknown> = {};
    expect(leaf.loadUint(2)).toBe(0);
    leaf.skipRefs(1);
    forEachInline(leaf, 256, { isAugmented: false }, (publisher) => {
      publishers[hashToHex(publisher)] = {};
    });
    libraries[hashToHex(key)] = publishers;
  }
}

/** Visits the leaves of a dictionary of 256-bit keys of which parts are pruned. */
function visitShown(
  bag: Bag,
  cell: number,
  { key, position }: { readonly key: Uint8Array; readonly position: number },
  visit: (key: Uint8Array, leaf: CellSlice) => void,
): void {
  if (bag.isExotic(cell)) return;
  const slice = bag.slice(cell);
  const end = position + loadLabel(slice, key, position, 256 - position);
  if (end === 256) {
    visit(key, slice);
    return;
  }
  for (let bit = 0; bit < 2; bit++) {
    const inner = key.slice();
    writeBits(inner, end, bit, 1);
    visitShown(bag, slice.loadRef(), { key: inner, position: end + 1 }, visit);
  }
}

function countLeaves(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + countLeaves(inner), 0);
}
