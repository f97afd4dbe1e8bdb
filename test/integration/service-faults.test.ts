import { describeServiceFaults } from './service-faults-suite.ts';

// A multiple of the step of the long form, which contains these.
describeServiceFaults(91);
