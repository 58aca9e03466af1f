import { Bag } from '@tonriver/boc';
import { findConfigParameter, readConfigParameter } from '@tonriver/chain-model';
import { bool, columnsSql, type ConfigRow, configsTable, pickColumns, uint32 } from '@tonriver/row-schema';
import { compareRows } from '../compare-rows.ts';
import { attempt } from '../attempt.ts';
import { nameOf, type Problem, valueText } from '../finding.ts';
import type { Proof, ProofContext } from '../proof.ts';
import { longQuery } from '../ranges.ts';
import { loadTrees } from '../stored-trees.ts';

/** Each configuration has about 100 KB. */
const CONFIGS_PER_PAGE = 32;

const addressParameter = 0;
const versionParameter = 8;

/** Every key block has its configuration, and every configuration is the one in its tree. */
export const configsProof: Proof = {
  name: 'configs',
  promise:
    'every key block and every state that rounds begin with has its configuration, whose tree is there and says the same',
  async *run(context) {
    const columns = pickColumns(configsTable, 'mc_block_seqno', 'global_version', 'row_version');
    yield* compareRows(context, {
      table: configsTable,
      columns,
      expected: `SELECT seqno AS mc_block_seqno, global_version, row_version FROM blocks FINAL
        WHERE workchain = -1 AND key_block`,
      // Configurations that come from initial states have version 0.
      actual: `SELECT ${columnsSql(columns)} FROM configs FINAL WHERE row_version > 0`,
      source: 'the key blocks',
    });
    yield* findMisplaced(context);
    yield* checkConfigs(context);
  },
};

const misplacedColumns = [
  { name: 'seqno', type: uint32, comment: 'Place of a configuration that is missing, or that should not be there' },
  { name: 'is_missing', type: bool, comment: 'Which of the two' },
] as const;

/**
 * An initial state is accepted only with a stored block that starts from it or ends with it. Ranges in which all
 * accounts are known begin with such a state, and it has a configuration.
 */
async function* findMisplaced({ store }: ProofContext): AsyncGenerator<Problem> {
  const misplaced = await store.select(
    misplacedColumns,
    `SELECT mc_block_seqno AS seqno, false AS is_missing FROM configs FINAL
     WHERE row_version = 0
       AND mc_block_seqno NOT IN (SELECT seqno FROM blocks WHERE workchain = -1)
       AND mc_block_seqno + 1 NOT IN (SELECT seqno FROM blocks WHERE workchain = -1)
     UNION ALL
     SELECT toUInt32(first_seqno - 1) AS seqno, true AS is_missing FROM state_progress FINAL
     WHERE is_complete AND first_seqno > 0 AND first_seqno - 1 NOT IN (SELECT mc_block_seqno FROM configs)`,
    {},
    longQuery,
  );
  for (const { seqno, isMissing } of misplaced) {
    const problem = isMissing
      ? 'is missing: the accounts of the round after it are all known, from a state that has a configuration'
      : 'comes from a state, but neither its masterchain block nor the next one is stored';
    yield { ...nameOf(configsTable, { mcBlockSeqno: seqno }), problem };
  }
}

async function* checkConfigs({ store, count }: ProofContext): AsyncGenerator<Problem> {
  const { columns } = configsTable;
  const rows = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM configs FINAL ORDER BY mc_block_seqno`,
    {},
    longQuery,
  );
  count('configurations', rows.length);
  for (let start = 0; start < rows.length; start += CONFIGS_PER_PAGE) {
    const page = rows.slice(start, start + CONFIGS_PER_PAGE);
    const trees = await loadTrees(
      store,
      page.map(({ hash }) => hash),
    );
    for (const row of page) {
      const problem = configProblem(row, trees.get(valueText(row.hash)));
      if (problem !== undefined) yield { ...nameOf(configsTable, row), ...problem };
    }
  }
}

function configProblem(row: ConfigRow, boc: Uint8Array | undefined): Pick<Problem, 'problem' | 'columns'> | undefined {
  if (boc === undefined) return { columns: ['hash'], problem: 'its tree is missing' };
  const read = attempt(() => {
    const bag = Bag.parse(boc);
    const address = findConfigParameter(bag, bag.root, addressParameter);
    return {
      hash: bag.hash(bag.root),
      configAddress: address === null ? null : bag.slice(address).loadBytes(32),
      globalVersion: readConfigParameter(bag, bag.root, versionParameter)?.version ?? null,
    };
  });
  if (!read.ok) return { problem: `its tree is no configuration: ${read.problem}` };
  const { hash, configAddress, globalVersion } = read.value;
  const wrong = [
    ...(valueText(hash) === valueText(row.hash) ? [] : ['hash']),
    ...(configAddress === null || valueText(configAddress) === valueText(row.configAddress) ? [] : ['config_address']),
    ...(globalVersion === row.globalVersion ? [] : ['global_version']),
  ];
  return wrong.length === 0 ? undefined : { columns: wrong, problem: `its tree says otherwise of ${wrong.join(', ')}` };
}
