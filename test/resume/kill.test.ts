import { describeKills } from './kill-suite.ts';

describeKills({ localKills: 1, remoteKills: 1 });
