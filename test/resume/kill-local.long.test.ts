import { describeKills } from './kill-suite.ts';

describeKills({ localKills: 100, stopRows: 60_000 });
