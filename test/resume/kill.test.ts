import { describeKills } from './kill-suite.ts';

describeKills({ localKills: 3, remoteKills: 3, stopRows: 30_000 });
