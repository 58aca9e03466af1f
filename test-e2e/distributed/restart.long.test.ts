import { describeRestart } from './restart.test-support.ts';

describeRestart({ rounds: 3000, recordsMin: 10_000, doneWithinMs: 300_000 });
