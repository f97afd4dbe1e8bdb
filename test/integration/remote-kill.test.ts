import { describeRemoteKills } from './remote-kill-suite.ts';

describeRemoteKills({ kills: [7, 40, 90] });
