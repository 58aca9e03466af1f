import { addBlockRows, type BlockTables, type BlockWritten, rowVersionOf } from '@tonriver/block-rows';
import type { Transaction } from '@tonriver/chain-model';
import type { ParsedBlock, ParsedTransaction } from '@tonriver/events';
import { schemaVersion } from '@tonriver/row-schema';
import { type Outcome, ok, reject } from '@tonriver/stream';
import type { DecodedBlock } from './decode-block.ts';

/** The rows that were added for a block. */
export interface RowsOfBlock {
  readonly rowVersion: number;
  /** The announcement for the trace assembler; undefined for a partial block, which traces do not need. */
  readonly parsed: ParsedBlock | undefined;
}

/**
 * Adds the rows of a block to the tables. `turn` is 0 unless a newer parser wrote the block before (`turnOver`).
 *
 * It only computes; `addRowsOfRecord` handles its errors, and removes the rows that it added before one.
 */
export function addRowsOfBlock(
  tables: BlockTables,
  decoded: DecodedBlock,
  { parserVersion, turn }: { readonly parserVersion: number; readonly turn: number },
): Outcome<RowsOfBlock> {
  const { raw, bag, block } = decoded;
  // The log may have changed the bytes since the fetcher hashed them, and a wrong block must not pass.
  bag.hashAll();
  const rootHash = bag.hash(bag.root);
  if (hex(rootHash) !== raw.rootHash) {
    return reject('wrong_root_hash', `announced with root hash ${raw.rootHash}, but it is ${hex(rootHash)}`);
  }
  const rowVersion = rowVersionOf(parserVersion, raw.round !== null, turn);
  const transactions: ParsedTransaction[] = [];
  const written = addBlockRows(
    tables,
    {
      bag,
      block,
      rootHash,
      fileHash: raw.fileHash === null ? null : Buffer.from(raw.fileHash, 'hex'),
      round: raw.round?.seqno ?? null,
      roundBlockCount: raw.round?.blockCount,
      rowVersion,
    },
    (transaction, hash, taken, made) => transactions.push(parsedTransaction(transaction, hash, taken, made)),
  );
  return ok({ rowVersion, parsed: parsedBlock(decoded, written, rowVersion, transactions) });
}

function parsedBlock(
  { raw, block }: DecodedBlock,
  written: BlockWritten,
  rowVersion: number,
  transactions: ParsedTransaction[],
): ParsedBlock | undefined {
  const { round } = raw;
  if (round === null) return undefined;
  const digest = (table: keyof BlockWritten['digests']) => ({
    rows: written.digests[table].rows,
    digest: base64(written.digests[table].digest),
  });
  return {
    round: round.seqno,
    roundIndex: round.index,
    roundBlocks: round.blockCount,
    isRangeStart: round.isRangeStart,
    workchain: raw.workchain,
    shard: raw.shard,
    seqno: raw.seqno,
    rootHash: Buffer.from(raw.rootHash, 'hex').toString('base64'),
    genUtime: block.info.genUtime,
    startLt: block.info.startLt.toString(),
    endLt: block.info.endLt.toString(),
    rowVersion,
    schemaVersion,
    digests: {
      blocks: digest('blocks'),
      masterchain_shards: digest('masterchain_shards'),
      transactions: digest('transactions'),
      messages: digest('messages'),
    },
    transactions,
  };
}

interface MessageHashes {
  readonly hash: Uint8Array;
  readonly norm: Uint8Array | null;
}

function parsedTransaction(
  transaction: Transaction,
  hash: Uint8Array,
  taken: MessageHashes | null,
  made: readonly MessageHashes[],
): ParsedTransaction {
  const out: string[] = [];
  transaction.outMessages.forEach((message, index) => {
    const hashes = made[index];
    if (message.info.type !== 'external_out' && hashes !== undefined) out.push(base64(hashes.hash));
  });
  return {
    account: hex(transaction.accountHash),
    lt: transaction.lt.toString(),
    hash: base64(hash),
    now: transaction.now,
    in:
      taken === null
        ? null
        : {
            hash: base64(taken.hash),
            norm: taken.norm === null ? null : base64(taken.norm),
            from: senderOf(transaction),
          },
    out,
    logs: transaction.outMessages.length - out.length,
  };
}

/** Messages that the block itself makes (fees to the collector, minted currencies) come from −1:00…0. */
function senderOf({ inMessage }: Transaction): 'external' | 'system' | 'account' {
  if (inMessage?.info.type !== 'internal') return 'external';
  const { source } = inMessage.info;
  const isSystem = source.type === 'std' && source.workchain === -1 && source.hash.every((byte) => byte === 0);
  return isSystem ? 'system' : 'account';
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
