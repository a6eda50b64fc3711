// At the first failure, Vitest ends the worker, often before it has sent the result: StrykerJS then counts the killed
// mutant as survived. This runner waits until the failure has been sent.
import { TestRunner, type VitestTestRunner } from 'vitest'

export default class extends TestRunner {
  /** Set by Vitest. */
  declare onTaskUpdate: Required<VitestTestRunner>['onTaskUpdate']

  override async onAfterRetryTask(...args: Parameters<TestRunner['onAfterRetryTask']>): Promise<void> {
    await super.onAfterRetryTask(...args)
    const [test] = args
    if (test.result?.state === 'fail') await this.onTaskUpdate([[test.id, test.result, test.meta]], [])
  }
}
