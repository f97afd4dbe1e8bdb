import { describeDoors } from './hostile-doors-suite.ts';

describeDoors(40, 20_000);
