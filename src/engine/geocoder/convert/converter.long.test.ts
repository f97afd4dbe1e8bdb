import { describeUnits } from './converter-suite.ts';

describeUnits(1);
