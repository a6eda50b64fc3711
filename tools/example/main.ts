// `make example`: the example app with hot reload. It calls the service at URL=, or else a mock with state.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listenAsMock, readMockCommand } from 'contract-stack/mock'
import { dataFolder, exitOnStartUpError, isLoopbackHost, pageKeyFile } from 'contract-stack/server'
import { createServer } from 'vite'
import { mockConfig } from '../../server/mock-config.ts'

const app = fileURLToPath(new URL('../../client/app/', import.meta.url))

await exitOnStartUpError(async () => {
  const { URL: serviceUrl, PORT, HOST, ITEMS, SEED, DATA } = process.env
  const target = serviceUrl || (await startMock({ ITEMS, SEED: SEED || (ITEMS ? '' : 'data/plants.csv') }))
  const signIn = serviceUrl && isLoopbackHost(URL.parse(target)?.host ?? '') ? await readKey(dataFolder(DATA)) : ''
  const server = await createServer({
    configFile: join(app, 'vite.config.ts'),
    logLevel: 'warn',
    clearScreen: false,
    server: {
      host: HOST || '127.0.0.1',
      port: Number(PORT || 5173),
      strictPort: true,
      // The Host header stays that of the page, so that the service sees one origin and signs in the page.
      proxy: { '/': { target, changeOrigin: false, bypass: ({ url = '' }) => (isServedByVite(url) ? url : null) } },
    },
  })
  await server.listen()
  console.log(`
The example app is at ${server.resolvedUrls?.local[0]}${signIn}
It calls ${serviceUrl ? target : 'a mock that keeps plants until it ends'}. Each change of client/app/ appears at once.
`)
})

/** Whether Vite serves a URL: its own modules, and the files of the app. The service serves all other paths. */
function isServedByVite(url: string): boolean {
  const [path = ''] = url.split('?')
  return /^\/(?:@|__)/.test(path) || existsSync(join(app, path))
}

// The origin of the page differs from the origins of the service, so the page needs its own session.
async function readKey(folder: string): Promise<string> {
  const key = await readFile(pageKeyFile(folder), 'utf8').catch(() => '')
  return key && `#key=${key.trim()}`
}

async function startMock(env: Record<string, string | undefined>): Promise<string> {
  const command = await readMockCommand(mockConfig, [], { ...env, STATEFUL: '1', PORT: '0' })
  if (typeof command === 'string') throw new Error('Only a flag asks for help.')
  return (await listenAsMock(mockConfig, { port: 0, ...command.options })).url
}
