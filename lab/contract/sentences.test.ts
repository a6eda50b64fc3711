// The contract contains each sentence that a check of the contract tester quotes.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { catalogue } from '../../stack/tester/catalogue.ts'
import { sentences } from '../../stack/tester/checks.ts'

const contract = ['generated/openapi.yaml', 'stack/contract/complete/common.yaml']
  .map((path) => readFileSync(path, 'utf8').replace(/\s+/g, ' '))
  .join()

const all = [...catalogue.flatMap(({ sentence = [] }) => sentence), ...Object.values(sentences)]

it.each(all.filter((sentence) => !sentence.startsWith('RFC ')))('the contract contains: %s', (sentence) => {
  const parts = sentence.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  expect(contract).toMatch(new RegExp(parts.join('.{0,80}?')))
})
