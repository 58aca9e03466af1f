import { describeRepeatedKills } from './repeated-kills.test-support.ts';

describeRepeatedKills({ rounds: 900, transactionsPerRound: 120, kills: 30 });
