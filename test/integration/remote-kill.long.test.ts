import { describeRemoteKills } from './remote-kill-suite.ts';

describeRemoteKills({ ratedProcesses: 3, kills: [1, 7, 40, 41, 90] });
