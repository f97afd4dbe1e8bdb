import { KILL_COUNT } from '../support/kill-count.ts';
import { describeKills } from './kill-suite.ts';

describeKills({ remoteKills: KILL_COUNT });
