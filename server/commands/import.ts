// `make import`
import { endWith, stopOnSignal } from './ending.ts'
import { importPlants } from './import-plants.ts'

const { stdout, stderr } = process
await endWith(() => importPlants(process.env, { stdout, stderr, stop: stopOnSignal() }))
