import type { Reporter, TestModule } from 'vitest/node';
import { secondsOf } from './heavy-files.ts';

const EVERY_MS = 120_000;

/** So many of the files are named at the end: they are what a run waits for. */
const SLOWEST = 15;

/**
 * Names the files that have not ended, every two minutes: a run that is stopped by a limit of time would not say which one kept it. At the end it names the
 * slowest ones; those that take long every day are for `heavy-files.ts`.
 */
export default class SlowFilesReporter implements Reporter {
  readonly #running = new Map<TestModule, number>();
  readonly #secondsOf = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  onTestRunStart(): void {
    this.#timer = setInterval(() => {
      const names = [...this.#running]
        .filter(([, startMs]) => Date.now() - startMs > EVERY_MS)
        .map(
          ([file, startMs]) => `${file.relativeModuleId} (${Math.round((Date.now() - startMs) / 1000)} s)`,
        );
      if (names.length > 0) console.log(`still running: ${names.join(', ')}`);
    }, EVERY_MS).unref();
  }

  onTestModuleStart(file: TestModule): void {
    this.#running.set(file, Date.now());
  }

  onTestModuleEnd(file: TestModule): void {
    const startMs = this.#running.get(file) ?? Date.now();
    this.#secondsOf.set(file.relativeModuleId, Math.round((Date.now() - startMs) / 1000));
    this.#running.delete(file);
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
    const slowest = [...this.#secondsOf].sort(([, one], [, other]) => other - one).slice(0, SLOWEST);
    const said = slowest.map(
      ([name, seconds]) => `${name} ${seconds} s${secondsOf(name) === 0 ? ' every day' : ''}`,
    );
    console.log(`slowest files: ${said.join(', ')}`);
  }
}
