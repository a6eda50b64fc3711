// Tests whether the service or mock at URL keeps the contract in the file CONTRACT.
import { runCommand } from './command.ts'

await runCommand('node stack/tester/main.ts')
