import { describeKills } from './kill-suite.ts';

describeKills({ remoteKills: 100 });
