// `npx tonriver serve-accounts`: serves recorded accounts through the real API.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecordedAccounts } from '@tonriver/recordings';
import { aboutProgram } from '@tonriver/config';
import { errorMessage } from '@tonriver/errors';
import { runService } from '@tonriver/lifecycle';
import { createLogger } from '@tonriver/logger';
import { serveAccountsConfig, serveAccountsEnvironment } from './config.ts';
import { recordedCallLines, serveAccounts } from './service.ts';

const config = readConfig();
const logger = createLogger({ service: 'serve-accounts', level: config.logLevel });
const write = (text: string): void => void process.stdout.write(text);

const terminal = process.stdout.isTTY === true ? write : undefined;
const about = aboutProgram({ ...config }, serveAccountsEnvironment, process.env);
await runService({ name: 'serve-accounts', about, logger, terminal, shutdownGraceMs: 10_000 }, async (scope) => {
  if (config.isList) {
    write(recordedCallLines(openRecordedAccounts(config).calls()));
    scope.abort();
    return;
  }
  const dataDirectory = await scope.start(
    'tables',
    () => mkdtemp(join(tmpdir(), 'tonriver-accounts-')),
    (path) => rm(path, { recursive: true, force: true }),
  );
  const { port, accounts } = await serveAccounts(scope, { ...config, dataDirectory, logger });
  const calls = accounts.calls();
  const ambiguous = calls.filter(({ isDefault }) => !isDefault).length;
  write(`${calls.length} recorded calls at http://${config.host}:${port}/ (POST /api/v3/runGetMethod and its like)\n`);
  if (ambiguous > 0) write(`${ambiguous} of them need a seqno: --list says which\n`);
});

function readConfig(): Exclude<ReturnType<typeof serveAccountsConfig>, { readonly help: string }> {
  try {
    const read = serveAccountsConfig(process.argv.slice(2), process.env);
    if (!('help' in read)) return read;
    process.stdout.write(read.help);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${errorMessage(error)}\n`);
    process.exit(1);
  }
}
