// At the first failure Vitest ends the worker, often before it has sent the result, and StrykerJS then counts a killed
// mutant as a survivor. This runner waits until the failure has been sent.
import { TestRunner, type VitestTestRunner } from 'vitest'

export default class extends TestRunner {
  /** Vitest sets it. */
  declare onTaskUpdate: Required<VitestTestRunner>['onTaskUpdate']

  override async onAfterRetryTask(...args: Parameters<TestRunner['onAfterRetryTask']>): Promise<void> {
    await super.onAfterRetryTask(...args)
    const [test] = args
    if (test.result?.state === 'fail') await this.onTaskUpdate([[test.id, test.result, test.meta]], [])
  }
}
