import { describeKills } from './kill-suite.ts';

describeKills({ convertRows: 60_000 });
