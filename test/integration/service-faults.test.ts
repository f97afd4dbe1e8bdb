import { describeServiceFaults } from './service-faults-suite.ts';

describeServiceFaults(83);
