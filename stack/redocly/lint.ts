// Lints the complete contract and the workflows. Prints a line for each violation, with its place in the hand-written file,
// and exits with 1 if one of them is an error.
import { readFile } from 'node:fs/promises'
import { publishedDocument } from '../generate/published.ts'
import { readContract } from '../generate/read-contract.ts'
import { readYaml } from '../generate/read-yaml.ts'
import { lint, type Violation } from '../generate/redocly.ts'

const workflows = 'docs/workflows.arazzo.yaml'

try {
  const contract = await readContract('openapi.yaml')
  const generated = JSON.parse(await readFile('generated/openapi.json', 'utf8'))
  if (JSON.stringify(generated) !== JSON.stringify(publishedDocument(contract)))
    throw new Error('generated/ is out of date: run make generate')
  const [ofContract = [], ofWorkflows = []] = await lint('generated/openapi.yaml', workflows)
  print(ofContract, contract.placeOf)
  print(ofWorkflows, readYaml(workflows).placeOf)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function print(violations: Violation[], placeOf: (pointer: string) => string): void {
  for (const { message, ruleId, severity, location } of violations) {
    console.log(`${placeOf(location[0]?.pointer ?? '')} ${severity}: ${message} (${ruleId})`)
    if (severity === 'error') process.exitCode = 1
  }
}
