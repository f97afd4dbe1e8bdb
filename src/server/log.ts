import { pino, stdTimeFunctions, type Logger } from 'pino';

/** The levels of the log, the quietest first. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;

/** A level of the log. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Creates the log of a server: one JSON object a line.
 *
 * Shape: `info` has start, stop and the usage of each key at the end of a day; `debug` has every request.
 */
export function createLog(level: LogLevel, write: (line: string) => void): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // Fastify's serializers of requests have the address, and with it the key.
      serializers: { req: () => undefined, res: () => undefined },
    },
    { write },
  );
}
