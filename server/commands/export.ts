// `make export`
import { endWith, stopOnSignal } from './ending.ts'
import { exportPlants } from './export-plants.ts'

await endWith(async () => {
  await exportPlants(process.env, { stdout: process.stdout, say: console.error, stop: stopOnSignal() })
  return 0
})
