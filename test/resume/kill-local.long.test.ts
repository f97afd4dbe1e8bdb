import { describeKills } from './kill-suite.ts';

describeKills({ localKills: 100 });
