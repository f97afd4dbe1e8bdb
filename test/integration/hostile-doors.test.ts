import { describeDoors } from './hostile-doors-suite.ts';

describeDoors(1, 20_000);
