// make contract: shows whether a running server, or mock, keeps the contract. Its exit code is the verdict: 0 if it does, 1
// if it does not, 2 if it could not be asked.
import { resolve } from 'node:path'
import { developmentIssuer } from '../../../server/auth/development-issuer.ts'
import { cleanUp, cleanUpOnSignals, newFolder, usedFolder } from '../../support/folder.ts'
import { startProcess } from '../../support/service-process.ts'
import { NoAnswer } from '../connection.ts'
import { version } from '../contract.ts'
import { record } from '../figures.ts'
import { tokensOf } from '../requests/tokens.ts'
import { readCount, readSeed } from '../seed.ts'
import { conform } from './conformance.ts'
import { failures, printedFailures, rowsOf, table, writeJUnit } from './report.ts'
import type { TargetOptions } from './target.ts'

const { URL: url, TOKEN, OTHER_TOKEN, WRITE, MOCK, SKIP, JUNIT } = process.env

cleanUpOnSignals()
try {
  process.exitCode = await main()
} catch (error) {
  if (error instanceof NoAnswer)
    console.error(`${url || 'The service'} does not answer (${error.message}): is it there?`)
  else if (error instanceof RangeError) console.error(error.message)
  else throw error
  process.exitCode = 2
} finally {
  await cleanUp()
}

async function main(): Promise<number> {
  const seed = readSeed()
  const options = await targetOptions()
  const suite = {
    seed,
    perFamily: readCount('REQUESTS') ?? 20,
    sequences: readCount('SEQUENCES') ?? 20,
    skip: (SKIP ?? '')
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  }
  console.log(
    `Asking ${options.url} what contract ${version} says${options.mayWrite ? '' : ', only reading'}. SEED=${seed}`,
  )
  const startedAt = Date.now()
  let last = startedAt
  let asked = 0
  const found = await conform(options, suite, () => {
    asked++
    if (Date.now() - last < 5_000) return
    last = Date.now()
    console.log(`  ${asked} asked`)
  })
  const file = resolve(JUNIT || 'contract.junit.xml')
  writeJUnit(found, file)
  const failed = failures(found).length
  console.log(['', table(found), '', ...(failed > 0 ? [printedFailures(found), ''] : [])].join('\n'))
  const seconds = (Date.now() - startedAt) / 1000
  console.log(
    `${found.trials.length} asked, ${failed} not as the contract says, ${Math.round(seconds)} s. For pipelines: ${file}`,
  )
  if (url === undefined || url === '') {
    await record('conformance', {
      title: 'Conformance',
      shows:
        'The fourteen checks that Schemathesis documents, and two more, on the live service: examples, requests of every ' +
        'family, and sequences. An oracle that is not the validator of the service judges each answer.',
      command: `make contract SEED=${seed} REQUESTS=${suite.perFamily} SEQUENCES=${suite.sequences}`,
      seed,
      seconds,
      figures: { 'Requests and sequences': found.trials.length, 'Not as the contract says': failed },
      tables: [
        {
          title: 'Checks',
          columns: ['Check', 'Looked at', 'Failed'],
          rows: rowsOf(found).map(({ check, lookedAt, failed }) => [check, lookedAt, failed]),
        },
      ],
    })
  }
  return failed === 0 ? 0 : 1
}

/** @throws {RangeError} for a target that cannot be asked. */
async function targetOptions(): Promise<TargetOptions> {
  const deadlineMs = readCount('DEADLINE_MS') ?? 5_000
  if (url === undefined || url === '')
    return { ...(await ownService()), mayWrite: true, keepsNothing: false, deadlineMs }
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new RangeError(`URL=${url} is no address: give http://… or https://…`)
  const keepsNothing = MOCK === '1'
  if (!TOKEN && !keepsNothing)
    throw new RangeError('TOKEN is missing: get one from your operator, or from make -s token.')
  const tokens = { token: TOKEN || 'any', ...(OTHER_TOKEN && { neighbourToken: OTHER_TOKEN }) }
  return { url, tokens, mayWrite: WRITE === '1' || keepsNothing, keepsNothing, deadlineMs }
}

// Without URL, that of this checkout, on a folder that is thrown away.
async function ownService(): Promise<Pick<TargetOptions, 'url' | 'tokens'>> {
  const folder = await usedFolder()
  const service = await startProcess({ DATA: folder, RATE_LIMIT_PER_MINUTE: '0' })
  return { url: service.url, tokens: await tokensOf(folder, await developmentIssuer(await newFolder())) }
}
