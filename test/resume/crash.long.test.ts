import { describeCrashes } from './crash-suite.ts';

describeCrashes({ operationStep: 1, journalStep: { 'in this thread': 6, 'in threads': 18 }, days: 2 });
