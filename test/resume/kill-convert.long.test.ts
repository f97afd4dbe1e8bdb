import { describeKills } from './kill-suite.ts';

describeKills({ convertRows: 200_000 });
