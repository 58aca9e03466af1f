// Every program that reads the environment, with its schema. A program of scripts/commands.json that is missing here
// fails a test.
import { benchEnvironment } from '../bench/config.ts';
import { programSettings } from '../packages/foundation/config/src/index.ts';
import { describeVariables, type VariableDescription } from '../packages/foundation/config/src/testing/index.ts';
import { deadLettersEnvironment } from '../packages/tools/dead-letters/src/config.ts';
import { migrateEnvironment } from '../packages/tools/migrate/src/config.ts';
import { replayEnvironment } from '../packages/tools/replay/src/replay-config.ts';
import { serveAccountsEnvironment } from '../packages/tools/serve-accounts/src/config.ts';
import { testingEnvironment } from '../packages/tools/testing/src/config.ts';
import { verifyEnvironment } from '../packages/tools/verify/src/config.ts';
import { apiGatewayEnvironment } from '../services/api-gateway/src/config.ts';
import { blockFetcherEnvironment } from '../services/block-fetcher/src/config.ts';
import { clickHouseHttpEnvironment } from '../services/clickhouse-http/src/config.ts';
import { devnetEnvironment } from '../services/devnet/src/config.ts';
import { getMethodExecutorEnvironment } from '../services/get-method-executor/src/config.ts';
import { messageEmulatorEnvironment } from '../services/message-emulator/src/config.ts';
import { parserEnvironment } from '../services/parser/src/config.ts';
import { actionClassifierEnvironment } from '../services/action-classifier/src/config.ts';
import { interfaceDetectorEnvironment } from '../services/interface-detector/src/config.ts';
import { reparseEnvironment } from '../services/parser/src/reparse/config.ts';
import { standaloneEnvironment } from '../services/standalone/src/config.ts';
import { stateResolverEnvironment } from '../services/state-resolver/src/config.ts';
import { traceAssemblerEnvironment } from '../services/trace-assembler/src/config.ts';

type EnvironmentSchema = Parameters<typeof describeVariables>[0];

/** Programs whose settings are environment variables. They refuse every unknown variable that looks like a setting. */
export const environmentPrograms: Readonly<Record<string, EnvironmentSchema>> = {
  'api-gateway': apiGatewayEnvironment.extend(programSettings),
  'block-fetcher': blockFetcherEnvironment.extend(programSettings),
  'clickhouse-http': clickHouseHttpEnvironment.extend(programSettings),
  devnet: devnetEnvironment.extend(programSettings),
  'get-method-executor': getMethodExecutorEnvironment.extend(programSettings),
  parser: parserEnvironment.extend(programSettings),
  'action-classifier': actionClassifierEnvironment.extend(programSettings),
  'interface-detector': interfaceDetectorEnvironment.extend(programSettings),
  'message-emulator': messageEmulatorEnvironment.extend(programSettings),
  'state-resolver': stateResolverEnvironment.extend(programSettings),
  'trace-assembler': traceAssemblerEnvironment.extend(programSettings),
  migrate: migrateEnvironment.extend(programSettings),
  reparse: reparseEnvironment.extend(programSettings),
};

/** Programs whose settings are options, and which read a few variables beside them. */
export const optionPrograms: Readonly<Record<string, EnvironmentSchema>> = {
  'dead-letters': deadLettersEnvironment,
  replay: replayEnvironment,
  'run-get-method': replayEnvironment,
  'serve-accounts': serveAccountsEnvironment,
  start: standaloneEnvironment,
  verify: verifyEnvironment,
};

/** Programs that read no variable. */
export const programsWithoutVariables: readonly string[] = ['classify', 'devnet replay'];

/** For work on Tonriver itself. */
const developmentPrograms = { 'npm test': testingEnvironment, 'npm run bench': benchEnvironment };

/** Program → its variables. */
export function programVariables(): ReadonlyMap<string, readonly VariableDescription[]> {
  const programs = { ...environmentPrograms, ...optionPrograms, ...developmentPrograms };
  return new Map(Object.entries(programs).map(([name, schema]) => [name, describeVariables(schema)]));
}
