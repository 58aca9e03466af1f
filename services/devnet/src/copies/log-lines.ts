import type { FileHandle } from 'node:fs/promises';
import type { ChainIdentity } from '@tonriver/devnet-store';
import { readRoundInputs, type RoundInputs } from '@tonriver/devnet-chain';
import { TonriverError } from '@tonriver/errors';
import { DevnetError } from '../devnet-error.ts';

export const LOG_FORMAT = 'log of a devnet';
const VERSION = 1;
const LINE_BYTES_MAX = 512 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const NEW_LINE = 0x0a;

/** The first line of a log. */
interface LogHeader {
  readonly format: typeof LOG_FORMAT;
  readonly version: typeof VERSION;
  readonly identity: ChainIdentity;
}

/** The line of a round. */
export interface LoggedRound {
  readonly seqno: number;
  readonly inputs: RoundInputs;
  readonly blocks: readonly {
    readonly workchain: number;
    readonly shard: string;
    readonly seqno: number;
    readonly file_hash: string;
  }[];
}

export function writeLogHeader(identity: ChainIdentity): string {
  return `${JSON.stringify({ format: LOG_FORMAT, version: VERSION, identity } satisfies LogHeader)}\n`;
}

/** @throws {DevnetError} `bad_log` */
export function readLogHeader(line: string): LogHeader {
  const value = parse(line) as Partial<LogHeader> | null;
  if (value?.format === LOG_FORMAT && value.version === VERSION && typeof value.identity === 'object') {
    return value as LogHeader;
  }
  throw new DevnetError('bad_log', 'The first line does not say that the file is a log of a devnet, of version 1');
}

/** @throws {DevnetError} `bad_log` */
export function readLoggedRound(line: string): LoggedRound {
  const value = parse(line) as Partial<LoggedRound> | null;
  try {
    if (Number.isInteger(value?.seqno) && Array.isArray(value?.blocks) && value.blocks.every(isNamed)) {
      return { ...(value as LoggedRound), inputs: readRoundInputs(value.inputs) };
    }
  } catch (cause) {
    if (!(cause instanceof TonriverError)) throw cause;
  }
  throw new DevnetError('bad_log', `A line is not that of a round: ${line.slice(0, 80)}`);
}

function isNamed(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'file_hash' in value && 'shard' in value;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Reads the whole lines of a file, each with the offset of its end. A last line without an end is left out. */
export async function* linesOf(
  file: FileHandle,
): AsyncGenerator<{ readonly line: string; readonly endOffset: number }> {
  const parts: Buffer[] = [];
  let length = 0;
  let offset = 0;
  for (;;) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, offset);
    if (bytesRead === 0) return;
    let from = 0;
    const chunk = buffer.subarray(0, bytesRead);
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, from)) {
      const line = Buffer.concat([...parts, chunk.subarray(from, end)]).toString('utf8');
      parts.length = length = 0;
      from = end + 1;
      yield { line, endOffset: offset + from };
    }
    parts.push(chunk.subarray(from));
    length += bytesRead - from;
    if (length > LINE_BYTES_MAX) throw new DevnetError('bad_log', 'A line of the log is too long');
    offset += bytesRead;
  }
}
