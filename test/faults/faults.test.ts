// `make faults` plants each fault, which takes minutes. That each still fits the code is checked here, on every run.
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { plant } from './fault.ts'
import { faults } from './faults.ts'

it.each(faults)('the planted fault fits $file: $guard', async (fault) => {
  const text = await readFile(fault.file, 'utf8')
  expect(plant(text, fault)).not.toBe(text)
})
