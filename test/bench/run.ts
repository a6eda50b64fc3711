// A run: creates tokens and plants, checks the contenders, measures their starts, and then the rounds.
import { join } from 'node:path'
import { newFolder, onCleanUp } from '../support/folder.ts'
import { audience } from '../support/identity-provider.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { startTokenIssuer } from '../support/token-issuer.ts'
import { differences, type Responses, responsesOf, validation } from './check.ts'
import { ContenderProcess } from './contender-process.ts'
import { type Contender, ours } from './contenders.ts'
import { brokenOwner, copyData, createData, freshOwners, subjectOf, tokensPerOwner } from './data.ts'
import type { ContenderFigures } from './figures.ts'
import { learnTags, measure, type Running } from './measure.ts'
import { type Cell, planRounds } from './plan.ts'
import type { Settings } from './settings.ts'
import { measureStart } from './starts.ts'

/** A contender in a run. */
interface Entry {
  contender: Contender
  figures: ContenderFigures
  freshTags: Map<number, string>
}

/**
 * Everything that it starts ends with `cleanUp`.
 * @param say Reports the progress.
 * @throws {Error} if a contender responds differently than the service, or with an unexpected status.
 */
export async function runBench(settings: Settings, say: (text: string) => void): Promise<ContenderFigures[]> {
  const { rounds, warmUpRounds, contenders } = settings
  const plan = planRounds(warmUpRounds + rounds, settings, seededRandom(settings.seed))
  const { tokens, folder, environment } = await prepare()
  say('tokens and plants are ready')
  const entries = await check()
  await measureStarts()
  const running = await startAll()
  for (const [index, cells] of plan.entries()) {
    const isWarmUp = index < warmUpRounds
    for (const cell of cells) await runCell(cell, isWarmUp)
    say(isWarmUp ? 'warmed up' : `round ${index - warmUpRounds + 1} of ${rounds}`)
  }
  return entries.map(({ contender, figures }) => {
    return { ...figures, megabytes: running.get(contender)?.process.memoryMegabytes() ?? 0 }
  })

  /** Every contender must respond to good requests like the service. Also learns the tags of fresh pages. */
  async function check(): Promise<Entry[]> {
    const checked: Entry[] = []
    let reference: { good: Responses; bad: Responses } | undefined
    for (const contender of contenders) {
      const { name } = contender
      await copyData(join(folder, 'all'), join(folder, name), contender === ours)
      const process = await ContenderProcess.start(contender, environment(name))
      const [token = '', brokenToken = ''] = [tokens[0]?.[0], tokens[brokenOwner]?.[0]]
      const responses = await responsesOf({ url: process.url, token, brokenToken })
      reference ??= responses
      const lines = differences(name, reference.good, responses.good)
      if (lines.length > 0) throw new Error(lines.join('\n'))
      const figures = { name, cells: { repeated: {}, fresh: {} }, starts: [], megabytes: 0 }
      const freshTags = await learnTags(plan, process, tokens)
      checked.push({
        contender,
        freshTags,
        figures: { ...figures, validation: validation(reference.bad, responses.bad) },
      })
      await process.end()
      say(`${name} responds like the service`)
    }
    return checked
  }

  async function measureStarts(): Promise<void> {
    if (settings.starts === 0) return
    for (const contender of contenders) {
      await copyData(join(folder, 'one'), join(folder, `${contender.name} start`), contender === ours)
    }
    // The first start reads files that the others find in memory.
    for (let start = 0; start <= settings.starts; start++) {
      for (const { contender, figures } of entries) {
        const measured = await measureStart(contender, environment(`${contender.name} start`), tokens[0]?.[0] ?? '')
        if (start > 0) figures.starts.push(measured)
      }
    }
    say(`started each ${settings.starts} times`)
  }

  async function startAll(): Promise<Map<Contender, Running>> {
    const started = new Map<Contender, Running>()
    for (const { contender, freshTags } of entries) {
      const process = await ContenderProcess.start(contender, environment(contender.name))
      started.set(contender, { process, tokens, freshTags, created: { repeated: [], fresh: [] } })
    }
    return started
  }

  async function runCell(cell: Cell, isWarmUp: boolean): Promise<void> {
    const { workload, variant } = cell
    for (const contender of cell.contenders) {
      const process = running.get(contender)
      const figures = entries.find((entry) => entry.contender === contender)?.figures
      if (process === undefined || figures === undefined) continue
      if (workload.refused !== undefined && !figures.validation[workload.refused]?.isSame) continue
      const measured = await measure(cell, process).catch((error: Error) => {
        throw new Error(`${contender.name}: ${workload.name}, ${variant}: ${error.message}`)
      })
      const cells = figures.cells[variant]
      if (!isWarmUp) cells[workload.name] = [...(cells[workload.name] ?? []), measured]
    }
  }
}

/** Starts an issuer, and creates the tokens of all owners and two data folders: `all`, and `one` with one owner. */
async function prepare() {
  const issuer = await startTokenIssuer({ algorithm: 'RS256' })
  onCleanUp(async () => issuer[Symbol.asyncDispose]())
  const exp = Math.floor(Date.now() / 1_000) + 24 * 3_600
  const tokens = await Promise.all(
    Array.from({ length: brokenOwner + 1 }, (_, owner) =>
      Promise.all(Array.from({ length: tokensPerOwner }, () => issuer.token({ sub: subjectOf(owner), exp }))),
    ),
  )
  const folder = await newFolder('bench-')
  await createData(join(folder, 'all'), issuer.issuer, freshOwners)
  await createData(join(folder, 'one'), issuer.issuer, 0)
  /** @param name Of a folder in `folder`. */
  const environment = (name: string): Record<string, string> => ({
    PORT: '0',
    DATA: join(folder, name),
    AUTH_ISSUER: issuer.issuer,
    AUTH_AUDIENCE: audience,
  })
  return { tokens, folder, environment }
}
