import type { Reporter, TestCase } from 'vitest/node';

/** Names each test that failed once and passed at its second try: nothing else shows it. */
export default class SecondTryReporter implements Reporter {
  readonly #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId}: ${test.fullName}`);
  }

  onTestRunEnd(): void {
    for (const name of this.#names) console.log(`passed at the second try only: ${name}`);
  }
}
