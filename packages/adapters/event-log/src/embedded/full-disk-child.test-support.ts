// Writes to an embedded log until a write fails, then prints the number of acknowledged records and the error. Runs
// with a limit on the size of files, which acts like a full disk. Argument: the directory.
import { silentLogger } from '@tonriver/logger';
import { openEmbeddedEventLog } from '../index.ts';
import { EventLogError } from '@tonriver/stream';
import { FULL_DISK_TOPIC } from './full-disk-topic.test-support.ts';

const log = await openEmbeddedEventLog({ directory: process.argv[2]!, logger: silentLogger });
await log.ensureTopics([FULL_DISK_TOPIC]);
const producer = await log.producer();
let acknowledged = 0;
try {
  for (;;) {
    const value = Buffer.alloc(100_000, acknowledged & 255);
    await producer.send(FULL_DISK_TOPIC.name, [{ partition: 0, key: null, value, headers: {} }]);
    acknowledged += 1;
  }
} catch (error) {
  // An unhandled rejection would end the process meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 200));
  if (!(error instanceof EventLogError)) throw error;
  process.stdout.write(JSON.stringify({ acknowledged, code: error.code, message: error.message }));
  process.exit(0);
}
