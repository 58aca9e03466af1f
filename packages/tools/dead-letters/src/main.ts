// `npx tonriver dead-letters list|redrive`: lists the records that could not be processed, and sends them again.
import { TonriverError } from '@tonriver/errors';
import { createLogger } from '@tonriver/logger';
import { deadLettersConfig } from './config.ts';
import { runDeadLetters } from './run-dead-letters.ts';

const write = (line: string): void => void process.stdout.write(`${line}\n`);
const say = (line: string): void => void process.stderr.write(`${line}\n`);

try {
  const config = deadLettersConfig(process.argv.slice(2), process.env);
  if ('help' in config) write(config.help);
  else await runDeadLetters(config, { logger: createLogger({ service: 'dead-letters', level: 'error' }), write, say });
} catch (error) {
  if (!(error instanceof TonriverError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.isRetryable ? 75 : 1;
}
