import { describeDamagedStore } from './damage-cases.test-support.ts';

describeDamagedStore({ first: 1, count: 250 }, 120_000);
