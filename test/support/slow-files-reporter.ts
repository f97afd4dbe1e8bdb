import type { Reporter, TestModule } from 'vitest/node';

const EVERY_MS = 120_000;

/** Names the files that have not ended, every two minutes: a run that is stopped by a limit of time would not say which one kept it. */
export default class SlowFilesReporter implements Reporter {
  readonly #running = new Map<TestModule, number>();
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
    this.#running.delete(file);
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
  }
}
