// What the two engines have in common for a run.
import type { RunningService } from './service.ts'

export interface Engine {
  name: string
  /** Creates a database with this many plants. Returns a function that starts the service on it. */
  load: (plants: number) => Promise<() => Promise<GrownDatabase>>
}

export interface GrownDatabase {
  plants: number
  service: RunningService
  /** The process that runs the statements; `undefined` if it is this one. */
  serverPid: () => Promise<number | undefined>
  /** Called after the service is closed. */
  inspect: () => Promise<Inspection>
}

export interface Inspection {
  /** On disk, by table and index. */
  bytes: Record<string, number>
  plans: Plan[]
}

export interface Plan {
  /** The name of the statement, and what its values stand for if the plan may depend on them. */
  name: string
  /** One line for each step. */
  steps: string[]
  /** Steps that are not allowed, for example because they sort. */
  faults: string[]
}
