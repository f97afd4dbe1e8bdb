import { describeKills } from './kill-suite.ts';

describeKills({ convertRows: 100_000 });
