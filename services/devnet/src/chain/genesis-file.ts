import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChainBuilder } from '@tonriver/chain-builder';
import { type Genesis, readGenesis, writeGenesis } from '@tonriver/devnet-chain';
import { DevnetError } from '../devnet-error.ts';

const BYTES_MAX = 400 * 1024 * 1024;
/** Text that is written at once. */
const PART_CHARACTERS = 1024 * 1024;

/** A genesis with the SHA-256 of its file in hex. */
export interface GenesisFile {
  readonly genesis: Genesis;
  readonly digest: string;
}

/** @throws {DevnetError} `bad_request` when it cannot be read; {DevnetChainError} `bad_genesis` */
export function readGenesisFile(path: string): GenesisFile {
  let bytes: Buffer;
  try {
    if (statSync(path).size > BYTES_MAX) throw new DevnetError('bad_request', `${path}: a genesis has at most 400 MB`);
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof DevnetError) throw error;
    throw new DevnetError('bad_request', `The genesis ${path} cannot be read`, {}, { cause: error });
  }
  return { genesis: readGenesis(bytes.toString('utf8')), digest: createHash('sha256').update(bytes).digest('hex') };
}

/** What a snapshot has. */
export interface Snapshot {
  readonly file: string;
  readonly seqno: number;
  /** Messages that were on their way and are in no account: their value is lost in the new network. */
  readonly messagesLeftOut: number;
}

/** Writes the genesis of a network that begins with the newest state, while further rounds are made. */
export async function writeSnapshot(chain: ChainBuilder, directory: string): Promise<Snapshot> {
  const { seqno } = chain.masterchain().reference;
  const messagesLeftOut = chain.inFlightCount();
  const parts = writeGenesis(chain);
  // The first part takes hold of the state of this moment.
  let text = parts.next().value as string;
  mkdirSync(directory, { recursive: true });
  const file = join(directory, `genesis-${seqno}.json`);
  const handle = await open(`${file}.new`, 'w');
  try {
    for (const part of parts) {
      text += part;
      if (text.length < PART_CHARACTERS) continue;
      await handle.appendFile(text);
      text = '';
    }
    await handle.appendFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  return { file, seqno, messagesLeftOut };
}
