import { describeRepeatedKills } from './repeated-kills.test-support.ts';

describeRepeatedKills({ rounds: 600, transactionsPerRound: 60, kills: 30 });
