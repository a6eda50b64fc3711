// Vitest runs this before each test file: after its tests, what they leave behind is gone.
import { afterAll } from 'vitest'
import { cleanUp } from '../../stack/test/support/folder.ts'

afterAll(cleanUp)
