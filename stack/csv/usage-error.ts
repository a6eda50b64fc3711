/** Why a command cannot run. Its message says what is wrong and what to do, so it is printed without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
