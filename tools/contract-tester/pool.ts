// Runs test cases at the same time, each over its own connection, and reports them in their order.
import type { Check, Finding, TestCase } from './checks.ts'
import { NoResponse } from './connection.ts'
import type { Target } from './target.ts'

/** What can be sent, and what it tests. */
export interface Job extends Pick<TestCase, 'phase' | 'name' | 'checks'> {
  /** Runs while no other case changes the plants of the caller. */
  alone?: boolean
  /** Adds what it finds. Returns the request, for a report. */
  run: (target: Target, findings: Finding[]) => Promise<string>
}

/**
 * Takes the next job when a connection is free, until it is told to stop.
 * @param onCase Gets the results in the order of the jobs.
 */
export async function runJobs(
  jobs: Iterable<Job>,
  connections: Target[],
  stop: AbortSignal | undefined,
  onCase: (testCase: TestCase) => void,
): Promise<void> {
  const free = [...connections]
  const running = new Set<Promise<unknown>>()
  let reported: Promise<unknown> = Promise.resolve()
  let hasFailed = false
  for (const job of jobs) {
    if (job.alone) await Promise.all(running)
    else if (free.length === 0) await Promise.race(running)
    const connection = stop?.aborted || hasFailed ? undefined : free.pop()
    if (connection === undefined) break
    const result = runJob(job, connection)
    const fail = () => {
      hasFailed = true
    }
    const end = result.then(() => free.push(connection), fail).finally(() => running.delete(end))
    running.add(end)
    reported = Promise.all([reported, result]).then(([, testCase]) => onCase(testCase))
    // The last one rejects if any of them does.
    reported.catch(fail)
    if (job.alone) await end
  }
  await Promise.all(running)
  await reported
}

async function runJob({ run, alone: _, checks, ...place }: Job, target: Target): Promise<TestCase> {
  const startedAt = performance.now()
  const findings: Finding[] = []
  const sent = await run(target, findings).catch((error: unknown) => {
    if (!(error instanceof NoResponse)) throw error
    const { message, request = '' } = error
    findings.push({ check: 'max_response_time', message, request })
    return request
  })
  const compared: Check[] = target.second === undefined ? [] : ['same_response']
  const seconds = (performance.now() - startedAt) / 1000
  return { ...place, checks: [...checks, ...compared], findings, request: findings[0]?.request ?? sent, seconds }
}
