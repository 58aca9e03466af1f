// Opens embedded logs that were damaged, one after the other, and says what is in them. Directories come as lines.
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { silentLogger } from '@tonriver/logger';
import { openEmbeddedEventLog } from '../index.ts';
import { EventLogError } from '@tonriver/stream';
import { contentsOf, DAMAGED_TOPICS } from './damaged-topics.test-support.ts';

for await (const directory of createInterface(process.stdin)) process.stdout.write(`${await answerOf(directory)}\n`);

async function answerOf(directory: string): Promise<string> {
  try {
    const log = await openEmbeddedEventLog({ directory, logger: silentLogger });
    await log.ensureTopics(DAMAGED_TOPICS);
    const contents = createHash('sha256')
      .update(await contentsOf(log))
      .digest('hex');
    await log.close();
    return JSON.stringify({ contents });
  } catch (error) {
    if (!(error instanceof EventLogError)) throw error;
    return JSON.stringify({ code: error.code, message: error.message });
  }
}
