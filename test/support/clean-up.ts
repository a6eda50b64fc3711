// Setup file of vitest: after the tests of each file, removes what they leave behind.
import { afterAll } from 'vitest'
import { cleanUp } from '../../stack/test/support/folder.ts'

afterAll(cleanUp)
