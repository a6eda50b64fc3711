// What a contract says and nothing honours: each construct of broken-boats.yaml is refused or left to a handler, with its line.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { checkContract, constructs as checked } from '../../generate/checks/check-contract.ts'
import { collectionChecks } from '../../generate/checks/collections.ts'
import { lintConfig } from '../../generate/checks/lint.ts'
import { standardChecks } from '../../generate/checks/standard.ts'
import type { Contract } from '../../generate/contract.ts'
import { lint } from '../../generate/redocly.ts'
import { deriveResources } from '../../generate/resources.ts'
import { append, type Edit, edited, remove, rename, set } from '../support/contract-edit.ts'
import { root, temporaryFolder } from '../support/folder.ts'
import { run } from '../support/process.ts'
import { readText } from '../support/read-text.ts'

interface Case {
  construct: string
  line: string
  message: string
  edits: { set?: string; append?: string; remove?: string; rename?: string; value?: unknown; key?: string }[]
}

const boats = await readFile('stack/test/generate/boats.yaml', 'utf8')
const cases: Record<'refused' | 'left to handlers' | 'warnings' | 'linted', Case[]> = parse(
  await readFile('stack/test/generate/broken-boats.yaml', 'utf8'),
)

/** The constructs of each kind: the lint has a test below. */
const constructs = {
  ...checked,
  'left to handlers': Object.keys({ ...standardChecks, ...collectionChecks, 'an operation outside of the methods': 0 }),
}

function broken({ edits }: Case): string {
  return edited(boats, edits.map(toEdit))
}

function toEdit({ value, key = '', ...edit }: Case['edits'][number]): Edit {
  if (edit.set !== undefined) return set(edit.set, value)
  if (edit.append !== undefined) return append(edit.append, value)
  return edit.rename === undefined ? remove(edit.remove ?? '') : rename(edit.rename, key)
}

/** The lines about a contract, without those of the lint. */
async function check(text: string) {
  const { contract } = await readText(text)
  return { contract, ...(await checkContract(contract, async () => ({ errors: [], warnings: [] }))) }
}

function getStandard(contract: Contract): string[] {
  return deriveResources(contract).standard.map(({ id }) => id)
}

/** A line of the report, with the line of the contract that it names. */
function explained(text: string, lines: string[]): { line: string | undefined; message: string }[] {
  return lines.map((report) => {
    const [, number, message = ''] = /\bopenapi\.yaml:(\d+) (?:warning: )?(.*)$/.exec(report) ?? []
    return { line: text.split('\n')[Number(number) - 1]?.trim(), message }
  })
}

it('a contract of which everything is honoured has no line, and each operation is standard', async () => {
  const { contract, ...report } = await check(boats)
  expect(report).toEqual({ refused: [], warnings: [] })
  expect(getStandard(contract)).toEqual(['listBoats', 'createBoat', 'getBoat', 'updateBoat', 'deleteBoat'])
})

describe.each(['refused', 'left to handlers', 'warnings'] as const)('%s', (kind) => {
  it.each(cases[kind])('$construct: $message', async (one) => {
    const text = broken(one)
    const { contract, refused, warnings } = await check(text)
    const [found, others] = kind === 'refused' ? [refused, []] : [warnings, refused]
    expect(explained(text, found)).toContainEqual({ line: one.line, message: one.message })
    // They refer to a standard list, or to an item of a collection.
    expect(others.filter((line) => !line.includes('x-conditions'))).toEqual([])
    const [, id] = /^(\w+) needs a (?:handler|function read)/.exec(one.message) ?? []
    if (kind === 'left to handlers') expect(getStandard(contract)).toEqual(id ? expect.not.arrayContaining([id]) : [])
  })

  it('has a case for each check, and a row in docs/contract.md', async () => {
    const names = constructs[kind]
    expect(new Set(cases[kind].map(({ construct }) => construct))).toEqual(new Set(names))
    const docs = await readFile('docs/contract.md', 'utf8')
    expect(names.filter((name) => !docs.includes(`| ${name} |`))).toEqual([])
  })
})

it('runs the rules of the lint on which the generators rely', async () => {
  await using folder = await temporaryFolder()
  const texts = cases.linted.map(broken)
  const contracts = await Promise.all(texts.map(async (text) => (await check(text)).contract))
  const files = contracts.map((_, index) => join(folder.path, `${index}.json`))
  await Promise.all(contracts.map(({ document }, index) => writeFile(files[index] ?? '', JSON.stringify(document))))
  const reports = await lint(...files, '--config', lintConfig)
  for (const [index, { construct, line, message }] of cases.linted.entries()) {
    const found = reports[index]?.map(({ ruleId, message, location }) => {
      const place = contracts[index]?.locate(location[0]?.pointer ?? '')
      return {
        construct: ruleId,
        line: texts[index]?.split('\n')[Number(/\d+$/.exec(place ?? '')) - 1]?.trim(),
        message,
      }
    })
    expect(found).toContainEqual({ construct, line, message })
  }
  const rules = parse(await readFile(lintConfig, 'utf8')).rules
  expect(cases.linted.map(({ construct }) => construct)).toEqual(Object.keys(rules))
})

describe('make generate', () => {
  it('reports all problems of a contract at once, in the order of their lines, and writes nothing', async () => {
    const selected = [
      'a parameter that has no text',
      'an x-problem of another status',
      'struct',
      'a query parameter that a standard list does not know',
    ]
    const all = Object.values(cases).flat()
    const edits = selected.flatMap((name) => all.find(({ construct }) => construct === name)?.edits ?? [])
    await using folder = await temporaryFolder()
    const text = edited(boats, edits.map(toEdit))
    await writeFile(join(folder.path, 'openapi.yaml'), text)
    const { code, stdout, stderr } = await run('node', [join(root, 'stack/generate/main.ts')], { cwd: folder.path })
    const messages = explained(text, stderr.trim().split('\n')).map(({ message }) => message)
    expect([code, stdout, messages]).toEqual([
      1,
      '',
      [
        expect.stringMatching('^listBoats needs a handler .* createdSince has neither the name and type of a field'),
        'The content of kinds must be JSON: write application/json instead of text/plain.',
        'No problem is-sunk has the status 409: add one to x-problems.',
        'Validators or OpenAPI 3.0 do not know the keyword maximumLength: use those in docs/contract.md.',
      ],
    ])
  })
})
