import { type Cell, writeBag } from '@tonriver/boc';
import { errorMessage, TonriverError } from '@tonriver/errors';
import type { EmulationResult, TvmPool } from '@tonriver/tvm';
import { hex, rootCell } from '../bags.ts';
import type { Outcome } from '../report.ts';
import type { ReplayChain, ReplayStep } from './replay-chain.ts';

/** Runs an account's transactions one after the other. Each has an outcome, also after a failed one. */
export async function runChain(chain: ReplayChain, pool: TvmPool): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let account: Cell | null = chain.before;
  for (const step of chain.steps) {
    const name = `${chain.name} ${step.name}`;
    if (account === null) {
      outcomes.push({ name, differences: ['the transaction before it gave no account to go on with'] });
      continue;
    }
    try {
      const result = await pool.emulateTransaction(callOf(chain, step, account));
      const after = result.kind === 'transaction' ? rootCell(result.shardAccountBoc, name) : null;
      outcomes.push({ name, differences: [...step.contradictions, ...compare(step, result, after)] });
      account = after;
    } catch (error) {
      if (!(error instanceof TonriverError)) throw error;
      outcomes.push({ name, differences: [`${error.code}: ${errorMessage(error)} ${JSON.stringify(error.fields)}`] });
      account = null;
    }
  }
  return outcomes;
}

function callOf({ environment, librariesBoc, ignoreSignatures }: ReplayChain, step: ReplayStep, account: Cell) {
  return {
    environment: { ...environment, key: `${environment.key} ${step.now}`, unixTime: step.now },
    shardAccountBoc: writeBag([account]),
    cause: step.cause,
    lt: step.lt,
    randomSeed: step.randomSeed,
    librariesBoc,
    ignoreSignatures: ignoreSignatures === true,
  };
}

function compare(step: ReplayStep, result: EmulationResult, after: Cell | null): string[] {
  if (result.kind !== 'transaction' || after === null) {
    return [
      `no transaction: ${result.kind === 'transaction' ? 'no account' : `${result.reason} (${result.exitCode})`}`,
    ];
  }
  const found = {
    transaction: hex(rootCell(result.transactionBoc, step.name).hash()),
    account: hex(after.refs[0]!.hash()),
    'shard account': hex(after.hash()),
  };
  const wanted = {
    transaction: step.transactionHash,
    account: step.accountHash,
    'shard account': step.shardAccountHash,
  };
  return (Object.keys(found) as (keyof typeof found)[])
    .filter((what) => wanted[what] !== null && wanted[what] !== found[what])
    .map((what) => `${what} ${found[what]}, not ${wanted[what]}`);
}
