// Tests whether the service or mock at URL keeps the contract. README.md explains the settings and the exit codes.
import { exitCodeOf, runAndReport } from './run.ts'
import { readRunSettings, readTarget } from './settings.ts'

process.exitCode = await exitCodeOf(async () => {
  const settings = readRunSettings()
  return runAndReport(readTarget(), settings)
})
