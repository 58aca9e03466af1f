import { open } from 'node:fs/promises';
import type { ChainIdentity } from '@tonriver/devnet-store';
import { readRoundInputs } from '@tonriver/devnet-chain';
import { DevnetError } from '../devnet-error.ts';
import { linesOf, LOG_FORMAT, type LoggedRound, readLogHeader, writeLogHeader } from './log-lines.ts';
import { shardToHex } from '@tonriver/chain-model';
import type { RoundCopy, StoredRound } from './round-copy.ts';

/**
 * Opens the log of a chain, or begins one: a line that says which chain it is, and a line for each round with its
 * inputs, what the clock decided, and the hashes of the blocks.
 *
 * @throws {DevnetError} `copy_differs` when the file is no such log, or that of another chain
 */
export async function openLog(path: string, identity: ChainIdentity): Promise<RoundCopy> {
  const file = await open(path, 'a+');
  try {
    let lastSeqno = 0;
    let end = 0;
    let hasHeader = false;
    // The last line may be half written, by a process that was killed.
    for await (const { line, endOffset } of linesOf(file)) {
      if (!hasHeader) {
        ensureSame(path, line, identity);
        hasHeader = true;
      } else lastSeqno = (JSON.parse(line) as LoggedRound).seqno;
      end = endOffset;
    }
    await file.truncate(end);
    if (!hasHeader) await file.appendFile(writeLogHeader(identity));
    return {
      name: `log ${path}`,
      get lastSeqno() {
        return lastSeqno;
      },
      async append(round) {
        await file.appendFile(`${JSON.stringify(loggedRound(round))}\n`);
        lastSeqno = round.seqno;
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function ensureSame(path: string, line: string, identity: ChainIdentity): void {
  const { masterchain } = readLogHeader(line).identity;
  if (masterchain.rootHash === identity.masterchain.rootHash) return;
  throw new DevnetError('copy_differs', `${path} is the ${LOG_FORMAT} of another chain: choose another file`);
}

function loggedRound({ seqno, blocks, inputs }: StoredRound): LoggedRound {
  if (inputs === undefined) {
    throw new DevnetError('copy_behind', `An older release made round ${seqno}: what it was made from is not stored`);
  }
  return {
    seqno,
    inputs: readRoundInputs(JSON.parse(Buffer.from(inputs).toString('utf8'))),
    blocks: blocks.map((block) => ({
      workchain: block.workchain,
      shard: shardToHex(block.shard),
      seqno: block.seqno,
      file_hash: block.fileHash,
    })),
  };
}
