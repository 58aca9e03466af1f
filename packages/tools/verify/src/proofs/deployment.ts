import { parserVersionSql } from '@tonriver/block-rows';
import { publicNetworks } from '@tonriver/chain-model';
import { migrations } from '@tonriver/clickhouse';
import {
  blocksTable,
  columnsSql,
  type DeploymentRow,
  deploymentTable,
  pickColumns,
  schemaVersion,
} from '@tonriver/row-schema';
import { nameOf, type Problem, valueText } from '../finding.ts';
import type { Proof, ProofContext } from '../proof.ts';
import { longQuery } from '../ranges.ts';

const WRONG_BLOCKS_MAX = 1000;

/** The database holds one network, whose blocks are all stored blocks, under the schema of this program. */
export const deploymentProof: Proof = {
  name: 'deployment',
  promise: 'the database holds blocks of one network, which names it, under the schema of this program',
  async *run(context) {
    yield* checkMigrations(context);
    const { store } = context;
    const rows = await store.select(
      deploymentTable.columns,
      `SELECT ${columnsSql(deploymentTable.columns)} FROM deployment FINAL ORDER BY network`,
      {},
      longQuery,
    );
    if (rows.length === 0) {
      yield { ...nameOf(deploymentTable, { network: networkOf(store.database) }), problem: 'is missing' };
    }
    for (const row of rows) yield* checkDeployment(context, row);
  },
};

function networkOf(database: string): string {
  return database.replace(/^ton_/, '');
}

async function* checkDeployment(context: ProofContext, row: DeploymentRow): AsyncGenerator<Problem> {
  const { store } = context;
  const name = nameOf(deploymentTable, row);
  const network = networkOf(store.database);
  if (row.network !== network) {
    yield { ...name, columns: ['network'], problem: `names another network than its database, ${network}` };
  }
  const revision = (BigInt(row.schemaVersion) << 32n) | BigInt(row.parserVersion);
  if (row.revision !== revision) {
    yield { ...name, columns: ['revision'], problem: `revision is ${row.revision}; its versions make it ${revision}` };
  }
  if (row.schemaVersion !== schemaVersion) {
    const problem = `schema_version is ${row.schemaVersion}; this program has ${schemaVersion}`;
    yield { ...name, columns: ['schema_version'], problem };
  }
  const [newest] = await store.query<{ readonly version: number }>(
    `SELECT max(${parserVersionSql('row_version')}) AS version FROM blocks`,
    {},
    longQuery,
  );
  if (Number(newest?.version ?? 0) > row.parserVersion) {
    const problem = `parser_version is ${row.parserVersion}; blocks were written by ${newest?.version}`;
    yield { ...name, columns: ['parser_version'], problem };
  }
  yield* checkGlobalId(context, row);
  yield* checkZeroState(context, row);
}

const idColumns = pickColumns(blocksTable, 'workchain', 'shard', 'seqno', 'global_id');

async function* checkGlobalId({ store, count }: ProofContext, row: DeploymentRow): AsyncGenerator<Problem> {
  const [counts] = await store.query<{ readonly all: string; readonly others: string }>(
    'SELECT count() AS all, countIf(global_id != {globalId:Int32}) AS others FROM blocks FINAL',
    { globalId: row.globalId },
    longQuery,
  );
  const [all, others] = [Number(counts?.all ?? 0), Number(counts?.others ?? 0)];
  count('blocks', all);
  if (others === 0) return;
  if (others === all) {
    const problem = `global_id is ${row.globalId}, which no stored block has`;
    yield { ...nameOf(deploymentTable, row), columns: ['global_id'], problem };
    return;
  }
  const blocks = await store.select(
    idColumns,
    `SELECT ${columnsSql(idColumns)} FROM blocks FINAL WHERE global_id != {globalId:Int32}
     ORDER BY workchain, shard, seqno LIMIT ${WRONG_BLOCKS_MAX}`,
    { globalId: row.globalId },
    longQuery,
  );
  for (const block of blocks) {
    const problem = `global_id is ${block.globalId}; the network has ${row.globalId}`;
    yield { ...nameOf(blocksTable, block), columns: ['global_id'], problem };
  }
}

const prevColumns = pickColumns(blocksTable, 'prev_1_root_hash', 'prev_1_file_hash');

/** Block 1 names its zero state. If it is not stored, the zero state of a public network is known by name. */
async function* checkZeroState({ store, count }: ProofContext, row: DeploymentRow): AsyncGenerator<Problem> {
  const [first] = await store.select(
    prevColumns,
    `SELECT ${columnsSql(prevColumns)} FROM blocks FINAL WHERE workchain = -1 AND seqno = 1`,
    {},
    longQuery,
  );
  const known = publicNetworks.find(({ name }) => name === row.network);
  const sources = [
    ...(first === undefined ? [] : [{ from: 'block 1', root: first.prev1RootHash, file: first.prev1FileHash }]),
    ...(known === undefined
      ? []
      : [{ from: `network ${known.name}`, root: known.zeroStateRootHash, file: known.zeroStateFileHash }]),
  ];
  count('zero states compared', sources.length);
  const name = nameOf(deploymentTable, row);
  for (const { from, root, file } of sources) {
    for (const [column, stored, named] of [
      ['zero_state_root_hash', row.zeroStateRootHash, root],
      ['zero_state_file_hash', row.zeroStateFileHash, file],
    ] as const) {
      if (Buffer.compare(stored, named) === 0) continue;
      const problem = `${column} is ${valueText(stored)}; ${from} names ${valueText(named)}`;
      yield { ...name, columns: [column], problem };
    }
  }
}

/** The recorded migrations are those of this program. */
async function* checkMigrations({ store, count }: ProofContext): AsyncGenerator<Problem> {
  const rows = await store.query<{ readonly version: number; readonly name: string }>(
    'SELECT version, name FROM schema_migrations FINAL ORDER BY version',
    {},
    longQuery,
  );
  count('migrations', rows.length);
  const recorded = new Map(rows.map(({ version, name }) => [Number(version), name]));
  for (const { version, name } of migrations) {
    const row = { table: 'schema_migrations', row: { version: String(version) } };
    const found = recorded.get(version);
    if (found === undefined) yield { ...row, problem: `is missing: ${name}` };
    else if (found !== name) yield { ...row, columns: ['name'], problem: `is called ${found}, not ${name}` };
    recorded.delete(version);
  }
  for (const [version, name] of recorded) {
    yield {
      table: 'schema_migrations',
      row: { version: String(version) },
      problem: `this program does not know the migration ${name}`,
    };
  }
}
