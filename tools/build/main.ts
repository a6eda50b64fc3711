// `make build`: bundles the service for production into dist/service.cjs, and the example app into dist/example/.
import { join } from 'node:path'
import { buildService, root } from 'contract-stack/package'
import { build as buildPage } from 'vite'

console.log(await buildService())
await buildPage({ configFile: join(root, 'client/app/vite.config.ts'), logLevel: 'warn' })
console.log('dist/example/')
