import { describeUnits } from './convert-units-suite.ts';

describeUnits(40);
