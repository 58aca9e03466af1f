import { describeRestart } from './restart.test-support.ts';

describeRestart({ rounds: 150, recordsMin: 400, doneWithinMs: 60_000 });
