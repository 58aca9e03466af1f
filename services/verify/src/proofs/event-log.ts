import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Bag } from '@tonriver/boc';
import { loadBlock, shardToHex } from '@tonriver/chain-model';
import { errorMessage } from '@tonriver/errors';
import { examineEmbeddedLog, hasEmbeddedLog, type LogRecord } from '@tonriver/event-log';
import { decodeRawBlock } from '@tonriver/events';
import type { Proof } from '../proof.ts';

const LOG_FOLDER = 'log';
const RAW_BLOCKS = /\.raw-blocks\.v1$/;

/** What waits in the log is no table, but what has to become rows of one. */
export const eventLogProof: Proof = {
  name: 'event-log',
  promise:
    'the embedded log is whole: checksums of all records, offsets without a gap, groups where records are, raw blocks with their hashes',
  hindrance: ({ dataDirectory }) => hindranceOf(dataDirectory, LOG_FOLDER, hasEmbeddedLog),
  async *run({ dataDirectory = '', count }) {
    const directory = join(dataDirectory, LOG_FOLDER);
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

/** Why what lies in a folder of the data directory cannot be examined. */
export function hindranceOf(
  dataDirectory: string | undefined,
  folder: string,
  isThere: (directory: string) => boolean,
): string | undefined {
  if (dataDirectory === undefined)
    return 'what a process runs on, or a server has, is not open to it: stop it, name --data-dir';
  return isThere(join(dataDirectory, folder)) ? undefined : `there is none in ${dataDirectory}`;
}

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
