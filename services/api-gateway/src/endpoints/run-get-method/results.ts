import { type GetMethodAnswer, hashToBase64 } from '@tonriver/api-model';
import type { CallErrors } from './call-errors.ts';
import type { ReadCall } from './read-call.ts';
import { stackOfV2, stackOfV3 } from './stack-answers.ts';

const MASTERCHAIN = { workchain: -1, shard: '-9223372036854775808' } as const;

/** Returns the answer of v3. In the contract it also has the request's members and the block of the run. */
export function resultOfV3(
  { exitCode, gasUsed, stack, block, lastTransaction, missingLibraryHex }: GetMethodAnswer,
  { address, method }: ReadCall,
  rules: { readonly errors: CallErrors; readonly isContract: boolean },
): Readonly<Record<string, unknown>> {
  const results = { gas_used: gasUsed, exit_code: exitCode, stack: stackOfV3(stack, rules) };
  if (!rules.isContract) return results;
  return {
    address,
    method,
    ...results,
    block: {
      ...MASTERCHAIN,
      seqno: block.seqno,
      root_hash: base64OrNull(block.rootHashHex),
      file_hash: base64OrNull(block.fileHashHex),
      gen_utime: String(block.unixTime),
    },
    last_transaction_id: { lt: lastTransaction.lt, hash: base64(lastTransaction.hashHex) },
    missing_library: base64OrNull(missingLibraryHex),
  };
}

/** Returns the result of v2, `smc.runResult`. An unknown hash is empty. */
export function resultOfV2({ exitCode, gasUsed, stack, block, lastTransaction }: GetMethodAnswer): unknown {
  return {
    '@type': 'smc.runResult',
    gas_used: gasUsed,
    stack: stackOfV2(stack),
    exit_code: exitCode,
    block_id: {
      '@type': 'ton.blockIdExt',
      ...MASTERCHAIN,
      seqno: block.seqno,
      root_hash: base64OrNull(block.rootHashHex) ?? '',
      file_hash: base64OrNull(block.fileHashHex) ?? '',
    },
    last_transaction_id: {
      '@type': 'internal.transactionId',
      lt: lastTransaction.lt,
      hash: base64(lastTransaction.hashHex),
    },
  };
}

function base64(hex: string): string {
  return hashToBase64(Buffer.from(hex, 'hex'));
}

function base64OrNull(hex: string | null): string | null {
  return hex === null ? null : base64(hex);
}
