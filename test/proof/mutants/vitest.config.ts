// Runs test files in the order in which they are named: first those that are likely to notice.
import { relative } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import usual from '../../../vitest.config.ts'

class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = ({ moduleId }: TestSpecification) => process.argv.indexOf(relative('', moduleId))
    return files.toSorted((a, b) => turn(a) - turn(b))
  }
}

export default mergeConfig(usual, defineConfig({ test: { sequence: { sequencer: AsNamed } } }))
