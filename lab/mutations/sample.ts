// A plugin of StrykerJS that selects a random sample of the mutants. SAMPLE is the percentage, and SEED seeds it.
import { hash } from 'node:crypto'
import { relative } from 'node:path'

const { SAMPLE, SEED } = process.env

interface Plan {
  mutant: { fileName: string; location: object; mutatorName: string; replacement: string }
}

function isInSample({ mutant: { fileName, location, mutatorName, replacement } }: Plan): boolean {
  const key = JSON.stringify([SEED, relative('.', fileName), location, mutatorName, replacement])
  return Number.parseInt(hash('sha256', key).slice(0, 8), 16) < (Number(SAMPLE) / 100) * 2 ** 32
}

export const strykerPlugins = [
  {
    kind: 'Reporter',
    name: 'sample',
    // A reporter is the only plugin that sees all mutants before the first runs. StrykerJS runs those that remain.
    value: {
      onMutationTestingPlanReady({ mutantPlans }: { mutantPlans: Plan[] }) {
        mutantPlans.splice(0, Number.POSITIVE_INFINITY, ...mutantPlans.filter(isInSample))
      },
    },
  },
]
