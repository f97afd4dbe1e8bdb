import { describeRemoteKills } from './remote-kill-suite.ts';

describeRemoteKills({ sharingRate: 5, kills: [1, 7, 40, 41, 90] });
