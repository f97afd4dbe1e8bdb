import { KILL_COUNT } from '../support/kill-count.ts';
import { describeKills } from './kill-suite.ts';

describeKills({ localKills: KILL_COUNT, stopRows: 30_000 });
