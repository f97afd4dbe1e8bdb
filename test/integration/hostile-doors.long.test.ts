import { describeDoors } from './hostile-doors-suite.ts';

describeDoors(200, 20_000);
