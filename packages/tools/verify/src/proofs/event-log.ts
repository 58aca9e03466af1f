import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Bag } from '@tonriver/boc';
import { loadBlock, shardToHex } from '@tonriver/chain-model';
import { errorMessage } from '@tonriver/errors';
import { examineEmbeddedLog } from '@tonriver/event-log';
import type { LogRecord } from '@tonriver/stream';
import { decodeRawBlock } from '@tonriver/events';
import type { Proof } from '../proof.ts';
import { lossOf, type StoredFolder, whyNotExamined } from '../stored-folder.ts';

/** Rounds become complete by what the log held. */
const logFolder: StoredFolder = { name: 'log', wasFilled: async ({ ranges }) => ranges.length > 0 };
const RAW_BLOCKS = /\.raw-blocks\.v1$/;

/** The log is no table, but its waiting records have to become rows. */
export const eventLogProof: Proof = {
  name: 'event-log',
  promise:
    'the embedded log is whole: checksums of all records, offsets without a gap, groups where records are, raw blocks with their hashes',
  hindrance: (context) => whyNotExamined(logFolder, context),
  async *run({ dataDirectory = '', count }) {
    const loss = lossOf(logFolder, dataDirectory);
    if (loss !== undefined) {
      yield loss;
      return;
    }
    const directory = join(dataDirectory, logFolder.name);
    const examineRecord = (topic: string, record: LogRecord): string | undefined => {
      if (!RAW_BLOCKS.test(topic)) return undefined;
      count('raw blocks, hashed again', 1);
      return rawBlockProblem(record);
    };
    for await (const { where, problem } of examineEmbeddedLog({ directory, count, examineRecord })) {
      yield { table: 'log', row: where, problem };
    }
  },
};

function rawBlockProblem(record: LogRecord): string | undefined {
  try {
    const { workchain, shard, seqno, rootHash, fileHash, boc } = decodeRawBlock(record);
    const bag = Bag.parse(boc);
    bag.hashAll();
    if (Buffer.from(bag.hash(bag.root)).toString('hex') !== rootHash) return 'its block has another root hash';
    if (fileHash !== null && createHash('sha256').update(boc).digest('hex') !== fileHash) {
      return 'its block has another file hash';
    }
    const { info } = loadBlock(bag);
    const isNamed = info.workchain === workchain && shardToHex(info.shard) === shard && info.seqno === seqno;
    return isNamed ? undefined : 'its block is another than its headers say';
  } catch (error) {
    return `its block cannot be read: ${errorMessage(error)}`;
  }
}
