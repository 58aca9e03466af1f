import { describeRepeatedKills } from './repeated-kills.test-support.ts';

describeRepeatedKills({ rounds: 120, transactionsPerRound: 20, kills: 4 });
