import { expect, it } from '@jest/globals';
import { Bag } from '@tonriver/boc';
import { describeRecorded } from '@tonriver/testing';
import { hashToHex } from '../primitives/index.ts';
import {
  forEachInMessage,
  forEachOutMessage,
  forEachTransaction,
  loadBlock,
  loadBlockMasterchainExtra,
  shardToHex,
} from './index.ts';
import { type RebuildReport, rebuildBlock } from './rebuild-block.test-support.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const compareText = (left: string, right: string): number => left.localeCompare(right);

describeRecorded('recorded blocks', (data) => {
  it('have the ids, hashes and counts of the index', () => {
    let valuesCompared = 0;
    for (const entry of data.blocks()) {
      const bag = Bag.parse(entry.read());
      const { globalId, info, extra, ...block } = loadBlock(bag);
      const counts = { transactions: 0, accounts: 0, inMsgs: 0, outMsgs: 0 };
      const accounts = new Set<string>();
      forEachTransaction(bag, { globalId, info, extra, ...block }, (accountHash) => {
        counts.transactions++;
        accounts.add(hashToHex(accountHash));
      });
      counts.accounts = accounts.size;
      forEachInMessage(bag, extra.inMessageDescriptors, () => counts.inMsgs++);
      forEachOutMessage(bag, extra.outMessageDescriptors, () => counts.outMsgs++);
      const found = {
        rootHash: hashToHex(bag.hash(bag.root)),
        globalId,
        workchain: info.workchain,
        shard: shardToHex(info.shard).toLowerCase(),
        seqno: info.seqno,
        genUtime: info.genUtime,
        startLt: info.startLt.toString(),
        endLt: info.endLt.toString(),
        keyBlock: info.keyBlock,
        afterMerge: info.afterMerge,
        afterSplit: info.afterSplit,
        genSoftwareVersion: info.genSoftware?.version ?? null,
        ...counts,
      };
      expect({ file: entry.file, ...found }).toEqual(
        expect.objectContaining({ file: entry.file, ...pick(entry, Object.keys(found)) }),
      );
      valuesCompared += Object.keys(found).length;
    }
    expect(data.blocks().length).toBeGreaterThan(0);
    print(`index.json: ${data.blocks().length} blocks, ${valuesCompared} values compared`);
  });

  it('stored again part by part have the same hashes', () => {
    const report: RebuildReport = { compared: new Map(), different: [] };
    for (const entry of data.blocks()) rebuildBlock(entry.file, entry.read(), report);
    expect(report.different).toEqual([]);
    const counts = [...report.compared].map(([kind, count]) => `${kind} ${count}`).toSorted(compareText);
    print(`rebuilt and compared: ${counts.join(', ')}`);
  }, 300_000);

  it('name masterchain blocks exactly when they are not of the masterchain, and configs exactly in key blocks', () => {
    for (const entry of data.blocks()) {
      const bag = Bag.parse(entry.read());
      const block = loadBlock(bag);
      const extra = loadBlockMasterchainExtra(bag, block);
      expect(block.info.masterRef === null).toBe(entry.workchain === -1);
      expect(extra === null).toBe(entry.workchain !== -1);
      expect(extra !== null && extra.config !== null).toBe(entry.keyBlock);
      expect(block.info.previousBlocks).toHaveLength(entry.afterMerge ? 2 : 1);
    }
  });
});

function pick(entry: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => names.includes(name)));
}
