// `npx tonriver devnet replay LOG`: makes the blocks of a devnet again from its log, and compares them.
import { availableParallelism } from 'node:os';
import { commandLineOptionsOrExit } from '@tonriver/config';
import { TonriverError } from '@tonriver/errors';
import { createTvmPool } from '@tonriver/tvm';
import { readGenesisFile } from '../chain/genesis-file.ts';
import { openExport } from '../copies/open-export.ts';
import type { RoundCopy } from '../copies/round-copy.ts';
import { replayLog } from './replay-log.ts';

const all = process.argv.slice(2);
const [path, ...words] = all;
const options = {
  genesis: { value: 'FILE', description: 'the genesis with which the chain began (DEVNET_GENESIS)' },
  export: { value: 'DIR', description: 'writes the blocks to an archive, as DEVNET_EXPORT does' },
} as const;
const summary = 'Makes the blocks of a devnet again from its log (DEVNET_LOG). Exits with 0 when all are equal.';
const isNamed = path !== undefined && !path.startsWith('-');
const given = commandLineOptionsOrExit('npx tonriver devnet replay LOG', summary, options, isNamed ? words : all);
if (!isNamed) {
  console.error('Name the log: npx tonriver devnet replay LOG. Run it with --help to see every option.');
  process.exit(1);
}

const PROGRESS_ROUNDS = 100;
const workerCount = Math.max(2, availableParallelism());
// Which runs were ended is in the log, so none is ended here.
const bounds = { queueLengthMax: 1_000, wallTimeMs: 600_000, memoryMbMax: 1_024 };
const pool = await createTvmPool({ workerCount, ...bounds });
let copy: RoundCopy | undefined;
try {
  const rounds = await replayLog({
    path,
    pool,
    genesis: typeof given.genesis === 'string' ? readGenesisFile(given.genesis) : undefined,
    aheadMax: 2 * workerCount,
    signal: new AbortController().signal,
    async onStart({ zeroStates: { masterchain, basechain } }) {
      if (typeof given.export !== 'string') return;
      const zeroStates = { masterchain: masterchain.boc, basechain: basechain.boc };
      copy = await openExport({ directory: given.export, zeroStates });
    },
    async onRound(round) {
      if (copy !== undefined && round.seqno > copy.lastSeqno) await copy.append(round);
      if (round.seqno % PROGRESS_ROUNDS === 0) process.stderr.write(`${round.seqno} rounds are equal\n`);
    },
  });
  process.stdout.write(`${rounds} rounds, every block equal\n`);
} catch (error) {
  if (!(error instanceof TonriverError) && !(error instanceof Error && 'code' in error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await copy?.close();
  await pool.close();
}
