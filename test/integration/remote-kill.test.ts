import { describeRemoteKills } from './remote-kill-suite.ts';

describeRemoteKills({ kills: [40] });
