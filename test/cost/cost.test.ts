import { testCosts } from './cost-suite.ts';
import { COST_ROWS } from './table.ts';

testCosts(COST_ROWS.filter(({ isLong }) => isLong !== true));
