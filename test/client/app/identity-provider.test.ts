// The example app signs in at a real OpenID Connect provider, in a real browser.
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { contract } from '../../../generated/index.ts'
import { startBrowser } from '../../../stack/test/support/browser.ts'
import { cleanUp } from '../../../stack/test/support/folder.ts'
import { audience, startProvider } from '../../../stack/test/support/identity-provider.ts'
import { problem } from '../../support/contract-examples.ts'
import { watchPage } from '../../support/example-app.ts'
import { builtExample } from '../../support/once-built.ts'
import { startService } from '../../support/service.ts'

const exampleFolder = await builtExample('production')
const browser = await startBrowser()
const provider = await startProvider({ scope: contract.scopes.join(' ') })
const settings = { AUTH_ISSUER: provider.issuer, AUTH_AUDIENCE: audience }
const service = await startService({ exampleFolder, settings: { ...settings, APP_CLIENT_ID: 'app' } })
afterAll(async () => {
  await browser.close()
  await service[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
  await cleanUp()
})

it('signs in with a code and PKCE, survives a reload, and refreshes an expired token', async () => {
  const page = await browser.newPage()
  const errors = watchPage(page, [service.url, provider.issuer])
  const requests: { url: string; body: string; authorization: string }[] = []
  page.on('request', (request) => {
    const { authorization = '' } = request.headers()
    requests.push({ url: request.url(), body: request.postData() ?? '', authorization })
  })
  const toProvider = (path: string) => requests.filter(({ url }) => url.startsWith(`${provider.issuer}${path}`))

  await page.goto(service.url)
  await page.getByText('You have no plants yet.').waitFor()
  expect(page.url()).toBe(`${service.url}/`)
  expect(toProvider('/auth?')[0]?.url).toContain('code_challenge_method=S256')
  expect(toProvider('/token')[0]?.body).toContain('code_verifier=')

  await page.reload()
  await page.getByText('You have no plants yet.').waitFor()
  expect(toProvider('/token')).toHaveLength(1)

  const expired = requests.findLast(({ authorization }) => authorization !== '')?.authorization
  const refusal = { status: 401, contentType: 'application/problem+json', json: problem(401, 'unauthorized') }
  await page.route('**/plants', (route) => {
    const isExpired = route.request().headers().authorization === expired
    return isExpired ? route.fulfill(refusal) : route.continue()
  })
  await page.getByLabel('Name').fill('Fern')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('listitem').filter({ hasText: 'Fern' }).waitFor()
  expect(toProvider('/token').at(-1)?.body).toContain('grant_type=refresh_token')
  expect(errors).toEqual([])
})

it('says that access was refused, and lets the person sign in again', async () => {
  const page = await browser.newPage()
  provider.agrees = false
  onTestFinished(() => {
    provider.agrees = true
  })
  await page.goto(service.url)
  await page.getByText('You refused access to your plants, or the identity provider did.').waitFor()
  expect(page.url()).toBe(`${service.url}/`)
  provider.agrees = true
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByLabel('Name').waitFor()
})

it('says that the provider does not respond', async () => {
  const page = await browser.newPage()
  await page.route(`${provider.issuer}/**`, (route) => route.abort())
  await page.goto(service.url)
  await page.getByText('The identity provider does not respond. Check the network.').waitFor()
})

it('is not served if the provider does not know it', async () => {
  await using other = await startService({ exampleFolder, settings })
  const { status, headers } = await fetch(other.url, { redirect: 'manual' })
  expect([status, headers.get('Location')]).toEqual([302, 'docs'])
})
