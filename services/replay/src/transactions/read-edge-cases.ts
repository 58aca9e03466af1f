import { dirname, join } from 'node:path';
import { Bag } from '@tonriver/boc';
import { z } from 'zod';
import { hex, reading, rootCell } from '../bags.ts';
import { parseAs, readFileOf, type RecordingFiles } from '../recording-files.ts';
import { shardAccountCell, stepOf } from './recorded-transaction.ts';
import type { ReplayChain } from './replay-chain.ts';

const schema = z.array(
  z.looseObject({
    name: z.string(),
    account_old: z.string().nullish(),
    account_new: z.string().nullish(),
    transaction: z.string(),
    prev_trans_hash: z.string().nullish(),
    prev_trans_lt: z.union([z.string(), z.number()]).nullish(),
    transaction_hash: z.string().nullish(),
    config: z.string(),
    libraries: z.string().nullish(),
    rand_seed: z.string().nullish(),
  }),
);

/** Whether a JSON value is a list of such cases. */
export function isEdgeCases(content: unknown): boolean {
  const first: unknown = Array.isArray(content) ? content[0] : undefined;
  return typeof first === 'object' && first !== null && 'transaction' in first && 'config' in first && 'name' in first;
}

/** Reads `cases.json`: single transactions, with `Account` cells before and after in files beside it. */
export function readEdgeCases(content: unknown, path: string, files: RecordingFiles): ReplayChain[] {
  return parseAs(schema, content, path).map((recorded) => {
    const { name } = recorded;
    const beside = (file: string): Uint8Array => readFileOf(join(dirname(path), file));
    const cellIn = (file: string | null | undefined) =>
      typeof file === 'string' ? rootCell(beside(file), `${name} ${file}`) : null;
    const bag = reading(name, () => Bag.parse(beside(recorded.transaction)));
    const seed = recorded.rand_seed;
    const step = stepOf(bag, bag.root, typeof seed === 'string' ? new Uint8Array(Buffer.from(seed, 'hex')) : null);
    const after = cellIn(recorded.account_new);
    const lastHash = new Uint8Array(Buffer.from(recorded.prev_trans_hash ?? '00'.repeat(32), 'hex'));
    return {
      name,
      environment: {
        key: `${path} ${recorded.config}`,
        configBoc: files.bytes(recorded.config, path),
        previousBlocksBoc: null,
      },
      librariesBoc: typeof recorded.libraries === 'string' ? files.bytes(recorded.libraries, path) : null,
      before: shardAccountCell(cellIn(recorded.account_old), lastHash, BigInt(recorded.prev_trans_lt ?? 0)),
      steps: [
        {
          ...step,
          name: `${name} ${step.name}`,
          transactionHash: recorded.transaction_hash ?? step.transactionHash,
          accountHash: after === null ? step.accountHash : hex(after.hash()),
        },
      ],
    };
  });
}
