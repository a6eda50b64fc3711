import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { newFolder } from '../../support/folder.ts'
import { startService } from '../../support/service.ts'

/** The policy that allows the files of the app, the API of this service, and connections to `others`. */
const policy = (others = '') =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'${others}; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const getPolicy = async (url: string) => (await fetch(url)).headers.get('Content-Security-Policy')

const page = '<head><meta name="identity-provider" content=""></head>'

async function builtApp(): Promise<URL> {
  const folder = await newFolder()
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'assets/index-1.js'), 'script')
  await writeFile(join(folder, 'assets/index-2.css'), 'style')
  await writeFile(join(folder, 'assets/notes.txt'), 'text')
  await writeFile(join(folder, 'service-worker.js'), 'worker')
  return pathToFileURL(`${folder}/`)
}

it('serves the page, its scripts and its styles, and nothing else', async () => {
  await using service = await startService({ exampleFolder: await builtApp() })
  const get = async (path: string) => {
    const response = await fetch(service.url + path, { redirect: 'manual' })
    return [response.status, response.headers.get('Content-Type'), await response.text()]
  }
  expect(await get('/')).toEqual([200, 'text/html; charset=utf-8', page])
  expect(await get('/assets/index-1.js')).toEqual([200, 'text/javascript; charset=utf-8', 'script'])
  expect(await get('/assets/index-2.css')).toEqual([200, 'text/css; charset=utf-8', 'style'])
  expect(await get('/service-worker.js')).toEqual([200, 'text/javascript; charset=utf-8', 'worker'])
  expect(await getPolicy(`${service.url}/service-worker.js`)).toBe("default-src 'none'; connect-src 'self'")
  for (const path of ['/assets/notes.txt', '/assets/', '/index.html']) expect((await get(path))[0]).toBe(404)
  expect((await fetch(service.url, { method: 'POST' })).status).toBe(405)
  expect(await getPolicy(service.url)).toBe(policy())
})

it('writes the identity provider into an attribute of the page, and escapes it', async () => {
  const settings = { AUTH_ISSUER: `https://id.example.com/"><script>`, AUTH_AUDIENCE: '$&"<', APP_CLIENT_ID: 'a"b' }
  await using service = await startService({ exampleFolder: await builtApp(), settings })
  const [, content = ''] = /content="([^"]*)"><\/head>$/.exec(await (await fetch(service.url)).text()) ?? []
  expect(content).not.toMatch(/[<"]/)
  const text = content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
  const config = { issuer: settings.AUTH_ISSUER, clientId: 'a"b', audience: '$&"<' }
  expect(JSON.parse(text)).toEqual({ ...config, scope: 'openid rooms:read rooms:write' })
  expect(await getPolicy(service.url)).toBe(policy(' https://id.example.com'))
})
