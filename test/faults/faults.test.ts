// `make faults` plants each of them, which takes minutes; that they still fit the code is seen here with every change.
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { plant } from './fault.ts'
import { faults } from './faults.ts'

it.each(faults)('the planted fault still fits $file: $guard', async (fault) => {
  const text = await readFile(fault.file, 'utf8')
  expect(plant(text, fault)).not.toBe(text)
})
