import { createDurableFs } from '../base/files/durable-fs.ts';
import type { RunProgress, RunReport } from '../run/pipeline/spec.ts';
import type { ActivitySession, RunCommand } from '../report/data/activity.ts';
import { createActivityMeter, type ActivityMeter, type ServiceCounters } from './activity-meter.ts';
import type { CliIo } from './io.ts';
import { printable } from '../base/text/printable.ts';
import { withText } from '../base/messages/message.ts';

/** Writes what a run leaves for its report, and the report. Guarantee: never throws; a failure is a sentence on the error stream. */
export interface RunReporter {
  /** Records what a run did, before its results are in place: a kill behind the manifest takes nothing of it. */
  finishing: (report: RunReport) => Promise<void>;
  /** Writes the report of a finished run; returns its path, undefined where none was written. Shape: `datasetDir` of a local service. */
  finished(report: RunReport, datasetDir?: string): Promise<string | undefined>;
  /** Records what a run did that ended with a failure, or was stopped. */
  failed(): Promise<void>;
}

/** A {@link RunReporter}, and what it wants to know of a run. */
export type RecordingReporter = RunReporter & Partial<Pick<ActivityMeter, 'onRequest' | 'onChunk'>>;

/** Starts recording a run. Shape: with `report: false` only the command is recorded, and the report of earlier results is removed. */
export function createRunReporter(
  { output, report: isWanted = true, command }: { output: string; report?: boolean; command?: RunCommand },
  io: CliIo,
  progress: Readonly<RunProgress>,
  service: () => ServiceCounters | undefined,
): RecordingReporter {
  const fs = createDurableFs();
  const meter = createActivityMeter({ progress, service, startedAt: new Date(), nowMs: io.nowMs });
  let session: ActivitySession | undefined;
  let isRecorded = false;

  /** Adds what this process did to the folder, once; its command only where no report is wanted. */
  async function record(sample?: RunReport['sample']): Promise<void> {
    session ??= { ...meter.finish(), ...(sample && { sample: withText(sample.against) }) };
    if (isRecorded || session.rows.length === 0) return;
    const { addActivity, writeCommand } = await import('../report/activity-file.ts');
    if (isWanted)
      await addActivity(fs, output, { ...session, ...(command && { command }) }, progress.rowsAtStart === 0);
    else if (command) await writeCommand(fs, output, command);
    isRecorded = true;
  }
  /** Adds the command to results that were made without one, and removes what a killed process had begun. */
  async function complete(): Promise<void> {
    const { readCommand, removeParts, writeCommand } = await import('../report/activity-file.ts');
    await removeParts(fs, output);
    if (command && (await readCommand(fs, output)) === undefined) await writeCommand(fs, output, command);
  }
  async function write(report: RunReport, datasetDir?: string): Promise<string | undefined> {
    const isNew = report.outcome === 'finished';
    if (isNew) await record(report.sample);
    else await complete();
    if (!isWanted) {
      const { removeReport } = await import('../report/write-report.ts');
      if (isNew) await removeReport(output, fs);
      return undefined;
    }
    const { writeRunReport } = await import('../report/write-report.ts');
    const options = { isKept: !isNew, ...(datasetDir && { datasetDir }) };
    return (await writeRunReport(output, io.version, options)).path;
  }

  return {
    ...(isWanted && { onRequest: meter.onRequest, onChunk: meter.onChunk }),
    async finishing({ sample }) {
      // Where it fails, it is tried again behind the manifest, and the failure told.
      await record(sample).catch(() => undefined);
    },
    async finished(report, datasetDir) {
      try {
        return await write(report, datasetDir);
      } catch (error) {
        const { message } = error as Error;
        const again = `geomill report ${output}`;
        io.stderr.write(
          `${printable(`geomill: the report was not written: ${message}. The results are complete; "${again}" writes it`)}\n`,
        );
        return undefined;
      } finally {
        session ??= meter.finish();
      }
    },
    async failed() {
      // The failure of the run is worth more than that of its record.
      if (isWanted) await record().catch(() => undefined);
    },
  };
}
