import { describeQueueFaults } from './queue-kill-suite.ts';

const kills = Number(process.env.GEOMILL_KILLS ?? 0);

describeQueueFaults(
  kills > 0
    ? {
        rows: kills * 1000,
        workerKills: kills,
        workerStops: Math.ceil(kills / 5),
        redisKills: Math.ceil((kills * 3) / 20),
        flushes: Math.ceil(kills / 10),
        coordinatorKills: Math.ceil(kills / 2),
      }
    : // The small suite FLUSHALLs in queue.test.ts.
      { rows: 3000, workerKills: 2, workerStops: 0, redisKills: 1, flushes: 0, coordinatorKills: 1 },
);
