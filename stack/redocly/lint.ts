// Lints the resolved spec and the workflows. Prints the source location of each violation in the hand-written file.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type Finding, toLines, toWarningLines, toWarnings } from '../contract/finding.ts'
import { loadContract } from '../contract/load-contract.ts'
import { readYaml } from '../contract/read/read-yaml.ts'
import { workflowsFile } from '../generate/docs/source.ts'
import { publishedDocument } from '../generate/openapi.ts'
import { type LintProblem, lint } from './run.ts'

try {
  const contract = await loadContract('openapi.yaml')
  const generated = JSON.parse(await readFile('generated/openapi.json', 'utf8'))
  if (JSON.stringify(generated) !== JSON.stringify(publishedDocument(contract)))
    throw new Error('generated/ is out of date: run make generate')
  const hasWorkflows = existsSync(workflowsFile)
  const files = ['generated/openapi.yaml', ...(hasWorkflows ? [workflowsFile] : [])]
  const [contractProblems = [], workflowProblems = []] = await lint(...files)
  print(contractProblems, contract.locate)
  if (hasWorkflows) print(workflowProblems, readYaml(workflowsFile).locate)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function print(violations: LintProblem[], locate: (pointer: string) => string): void {
  const getFindings = (level: string) =>
    violations
      .filter(({ severity }) => severity === level)
      .map(({ message, ruleId, location }): Finding => [location[0]?.pointer ?? '', `${message} (${ruleId})`])
  const errors = toLines(locate, getFindings('error'))
  for (const line of [...errors, ...toWarningLines(toWarnings(locate, getFindings('warn')))]) console.log(line)
  if (errors.length > 0) process.exitCode = 1
}
