import { describeQueueFaults } from './queue-kill-suite.ts';

const kills = Number(process.env.GEOMILL_KILLS ?? 0);

if (kills > 0)
  describeQueueFaults(20_000, {
    workerKills: kills,
    workerStops: Math.ceil(kills / 5),
    redisKills: Math.ceil((kills * 3) / 20),
    flushes: Math.ceil(kills / 10),
    outOfMemory: Math.ceil(kills / 10),
    partitions: Math.ceil(kills / 10),
    clockSkews: Math.ceil(kills / 20),
    slowWorkers: Math.ceil(kills / 20),
    coordinatorKills: Math.ceil(kills / 2),
  });
else
  describeQueueFaults(3000, {
    ...{ workerKills: 2, workerStops: 0, redisKills: 1, coordinatorKills: 1 },
    // The small suite FLUSHALLs in queue.test.ts.
    ...{ flushes: 0, outOfMemory: 1, partitions: 3, clockSkews: 1, slowWorkers: 1 },
  });
