import { describeServiceFaults } from './service-faults-suite.ts';

/** All of them take half an hour: `GEOMILL_FAULTS=all`, before a release. The step shares no factor with the number of patterns. */
describeServiceFaults(process.env.GEOMILL_FAULTS === 'all' ? 1 : 13);
