// A service as a process, to test signals and exit codes. Its argument says what it is doing when it is stopped.
import { setTimeout as sleep } from 'node:timers/promises';
import { TonriverError } from '@tonriver/errors';
import { silentLogger } from '@tonriver/logger';
import { runService } from './run-service.ts';

class AwayError extends TonriverError<'away'> {}

/** The work of the child when it is stopped. */
export type ChildWork = 'waits for a server before it has started' | 'fails because of an absent server when stopped';

const work = process.argv[2] as ChildWork;
const isStarting = work === 'waits for a server before it has started';
const beginsAt = (): void => void process.stdout.write('begun\n');

await runService({ name: 'child', about: {}, logger: silentLogger, shutdownGraceMs: 2000 }, async (scope) => {
  await scope.start(
    'part',
    () => beginsAt(),
    () => void process.stdout.write('part stopped\n'),
  );
  if (isStarting) await sleep(60_000);
  scope.background('loop', async (signal) => {
    await sleep(60_000, undefined, { signal }).catch(() => undefined);
    throw new AwayError('away', 'The server is away', {}, { isRetryable: true });
  });
});
