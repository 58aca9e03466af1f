// Opens damaged event logs, one after the other, and answers with their contents.
import { silentLogger } from '@tonriver/logger';
import { answerDirectories } from '@tonriver/testing';
import { openEmbeddedEventLog } from '../index.ts';
import { digestContents, TOPICS } from './damaged-log.test-support.ts';

await answerDirectories(async (directory) => {
  const log = await openEmbeddedEventLog({ directory, logger: silentLogger });
  await log.ensureTopics(TOPICS);
  const digest = await digestContents(log);
  await log.close();
  return digest;
});
