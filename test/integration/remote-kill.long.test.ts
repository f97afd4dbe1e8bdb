import { describeRemoteKills } from './remote-kill-suite.ts';

describeRemoteKills({ kills: [1, 7, 40, 41, 90] });
