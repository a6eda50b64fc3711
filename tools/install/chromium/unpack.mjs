// Unpacks Chromium, and the libraries that a minimal system lacks, into a folder. By default, the package unpacks into the
// temporary folder, where two processes would conflict.

import { mkdirSync } from 'node:fs'
import { argv, env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { inflate } from '@sparticuz/chromium'

env.TMPDIR = argv[2]
mkdirSync(env.TMPDIR, { recursive: true })
const files = new URL('../bin/', import.meta.resolve('@sparticuz/chromium'))
for (const name of ['chromium.br', 'al2023.tar.br']) await inflate(fileURLToPath(new URL(name, files)))
