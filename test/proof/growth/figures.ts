// The figures of the last complete run.
import { readFile, writeFile } from 'node:fs/promises'
import type { Inspection } from './engine.ts'
import type { MeasuredWorkload } from './measure.ts'

export interface Figures {
  date: string
  node: string
  seed: number
  rounds: number
  seconds: number
  engines: EngineFigures[]
}

export interface EngineFigures {
  name: string
  workloads: MeasuredWorkload[]
  /** By size, the smallest first. */
  inspections: (Inspection & { plants: number })[]
}

const file = new URL('figures.json', import.meta.url)

export async function readFigures(): Promise<Figures> {
  return JSON.parse(await readFile(file, 'utf8'))
}

export async function writeFigures(figures: Figures): Promise<void> {
  const rounded = (name: string, value: unknown) =>
    typeof value === 'number' && name !== 'seed' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
  await writeFile(file, `${JSON.stringify(figures, rounded, 1)}\n`)
}
