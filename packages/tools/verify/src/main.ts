// `npm run verify`: proves that the stored data is complete.
import { errorMessage } from '@tonriver/errors';
import { verifyConfig } from './config.ts';
import { EXIT_COULD_NOT_RUN, runVerify } from './run-verify.ts';

const write = (text: string): void => void process.stdout.write(text);

try {
  const config = verifyConfig(process.argv.slice(2), process.env);
  if ('help' in config) write(config.help);
  else process.exitCode = await runVerify(config, { write, isTerminal: process.stdout.isTTY === true });
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = EXIT_COULD_NOT_RUN;
}
