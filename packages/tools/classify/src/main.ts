// `npx tonriver classify FILE…`: says which actions recorded traces are.
import { TonriverError } from '@tonriver/errors';
import { classifyConfig } from './config.ts';
import { runClassify } from './run-classify.ts';

/** Exit code when the command line or a file is wrong. */
const EXIT_COULD_NOT_RUN = 2;

const write = (line: string): void => void process.stdout.write(`${line}\n`);
const say = (line: string): void => void process.stderr.write(`${line}\n`);

try {
  const config = classifyConfig(process.argv.slice(2));
  if ('help' in config) write(config.help);
  else if (!runClassify(config, { write, say })) process.exitCode = EXIT_COULD_NOT_RUN;
} catch (error) {
  if (!(error instanceof TonriverError)) throw error;
  say(error.message);
  process.exitCode = EXIT_COULD_NOT_RUN;
}
