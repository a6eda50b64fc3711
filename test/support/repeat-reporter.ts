// Prints the command that repeats each failed test alone, with the seed of a random test.
import type { Reporter, TestCase, TestModule } from 'vitest/node'

export class RepeatReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const commands = modules.flatMap(getCommands)
    if (commands.length === 0) return
    console.log(`${['Repeat each failed test alone:', ...new Set(commands)].join('\n  ')}\n`)
  }
}

/** Returns a command for each failed test, or for the file if it fails before its first test. */
function getCommands(module: TestModule): string[] {
  const failed = [...module.children.allTests('failed')]
  if (failed.length > 0) return failed.map((test) => toCommand(module, test))
  return module.state() === 'failed' ? [toCommand(module)] : []
}

function toCommand(module: TestModule, test?: TestCase): string {
  const target = module.project.name === 'slow' ? 'test-slow' : 'test'
  const texts = test === undefined ? [] : [test.fullName, ...(test.result().errors ?? []).map(({ message }) => message)]
  // A test names its seed in its title or in its error, as SEED=7 or as `seed: 7` (fast-check).
  const seed = /\bseed(?:=|: )(\d+)/i.exec(texts.join('\n'))?.[1]
  const name = test && ` -t '${toPattern(test.fullName)}'`
  return `make ${target}${seed ? ` SEED=${seed}` : ''} ARGS="${module.relativeModuleId}${name ?? ''}"`
}

/** Returns a regular expression for a title, which a shell and make leave unchanged. Vitest joins titles with ` > ` or a space. */
function toPattern(fullName: string): string {
  return fullName.replaceAll(' > ', '.+').replaceAll(/[^\w .+-]/g, '.')
}
