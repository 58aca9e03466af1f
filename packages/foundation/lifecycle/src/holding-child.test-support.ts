// Locks the directory in its argument, prints its pid, and runs until it is killed.
import { lockDirectory } from './lock-directory.ts';

try {
  lockDirectory(process.argv[2]!, ({ pid }) => new Error(`held by ${pid}`));
  process.stdout.write(`has it ${process.pid}\n`);
  setInterval(() => undefined, 1000);
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
}
