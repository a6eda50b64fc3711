// The suite in an environment like React Native. The handlers for Mock Service Worker do not run there.
import './react-native-globals.ts'
import { argv } from 'node:process'
import { runSuite } from './suite.ts'

console.log(JSON.stringify(await runSuite(JSON.parse(argv[2] ?? '[]'))))
