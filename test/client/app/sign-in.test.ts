// The example app signs in, in a real browser: with the link of `make start`, or at a real OpenID Connect provider.
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { contract } from '../../../generated/index.ts'
import { findViolations, startBrowser } from '../../../stack/test/support/browser.ts'
import { cleanUp, newFolder } from '../../../stack/test/support/folder.ts'
import { freePort } from '../../../stack/test/support/free-port.ts'
import { audience, startProvider } from '../../../stack/test/support/identity-provider.ts'
import { problem } from '../../support/contract-examples.ts'
import { watchPage } from '../../support/example-app.ts'
import { buildExampleOnce } from '../../support/once-built.ts'
import { startService } from '../../support/service.ts'

const exampleFolder = await buildExampleOnce('development')
const browser = await startBrowser()
afterAll(async () => {
  await browser.close()
  await cleanUp()
})

const waitForSignIn = (page: Page) => page.getByText('You have no plants yet.').waitFor()

async function addFern(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Fern')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
}

async function signOut(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(text).waitFor()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Sign out' }).click()
}

describe('the app of a service that signs its own tokens', () => {
  it('keeps a browser signed in, even after a restart of the service, until the session is not valid any more', async () => {
    const settings = { PORT: String(await freePort()) }
    let folder = await newFolder()
    const start = () => startService({ exampleFolder, folder, settings })
    let service = await start()
    const context = await browser.newContext()
    const page = await context.newPage()
    const errors = watchPage(page, [service.url])
    const link = await service.link()
    const key = new URL(link).hash.replace('#key=', '')
    const consoleMessages: string[] = []
    page.on('console', (message) => consoleMessages.push(message.text()))
    const addresses: string[] = []
    context.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''))

    await page.goto(link)
    await waitForSignIn(page)
    expect(page.url()).toBe(`${service.url}/`)
    await page.reload()
    await waitForSignIn(page)
    const secondTab = await context.newPage()
    await secondTab.goto(service.url)
    await waitForSignIn(secondTab)

    await service[Symbol.asyncDispose]()
    service = await start()
    await page.reload()
    await waitForSignIn(page)
    // The link is used, but the browser has a session.
    await secondTab.goto(link)
    await secondTab.waitForURL(`${service.url}/`)
    await waitForSignIn(secondTab)
    expect(errors).toEqual([])
    expect(addresses.join() + consoleMessages.join()).not.toContain(key)

    await service[Symbol.asyncDispose]()
    // A new folder gets a different signing key.
    folder = await newFolder()
    service = await start()
    await addFern(page)
    await page.getByText('Open the last link with #key= that the service printed').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Fern')
    await context.close()
    await service[Symbol.asyncDispose]()
  })

  it('explains the app without a key, takes the link in a field, signs out all tabs, and signs in with the next link', async () => {
    await using otherService = await startService({ exampleFolder })
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(otherService.url)
    await page.getByText('Open the last link with #key= that the service printed').waitFor()
    await page.getByText('make start').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByLabel('Link or key').fill(await otherService.link())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await waitForSignIn(page)
    const secondTab = await context.newPage()
    await secondTab.goto(otherService.url)
    await waitForSignIn(secondTab)
    await page.getByLabel('Name').fill('Not added')
    await signOut(page, 'each sign-in prints the next one')
    for (const tab of [page, secondTab]) await tab.getByText('This browser is not signed in.').waitFor()
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(stored).not.toContain('Not added')
    await page.goto(await otherService.link())
    await waitForSignIn(page)
  })
})

describe('the app of a service with an identity provider', async () => {
  const provider = await startProvider({ scope: contract.scopes.join(' ') })
  const settings = { AUTH_ISSUER: provider.issuer, AUTH_AUDIENCE: audience }
  const service = await startService({ exampleFolder, settings: { ...settings, APP_CLIENT_ID: 'app' } })
  afterAll(async () => {
    await service[Symbol.asyncDispose]()
    await provider[Symbol.asyncDispose]()
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

    await page.goto(`${service.url}/?sort=name`)
    await waitForSignIn(page)
    expect(page.url()).toBe(`${service.url}/?sort=name`)
    expect(toProvider('/auth?')[0]?.url).toContain('code_challenge_method=S256')
    expect(toProvider('/token')[0]?.body).toContain('code_verifier=')

    await page.reload()
    await waitForSignIn(page)
    expect(toProvider('/token')).toHaveLength(1)
    expect(toProvider('/.well-known')).toHaveLength(2)

    const expired = requests.findLast(({ authorization }) => authorization !== '')?.authorization
    const refusal = { status: 401, contentType: 'application/problem+json', json: problem(401, 'unauthorized') }
    await page.route('**/plants', (route) => {
      const isExpired = route.request().headers().authorization === expired
      return isExpired ? route.fulfill(refusal) : route.continue()
    })
    await addFern(page)
    await page.getByRole('listitem').filter({ hasText: 'Fern' }).waitFor()
    expect(toProvider('/token').at(-1)?.body).toContain('grant_type=refresh_token')

    await signOut(page, 'You may stay signed in at the identity provider')
    await page.getByText('You are signed out.').waitFor()
    expect(toProvider('/token/revocation')).toHaveLength(1)
    await page.reload()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Fern' }).waitFor()
    expect(toProvider('/auth?')).toHaveLength(2)
    expect(errors).toEqual([])
  })

  it('says that the user refused access, and lets the user sign in again', async () => {
    const page = await browser.newPage()
    provider.consents = false
    await page.goto(service.url)
    await page.getByText('You refused access to your plants, or the identity provider did.').waitFor()
    expect(page.url()).toBe(`${service.url}/`)
    provider.consents = true
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Name').waitFor()
  })

  it('says that the provider does not respond', async () => {
    const page = await browser.newPage()
    await page.route(`${provider.issuer}/**`, (route) => route.abort())
    await page.goto(service.url)
    await page.getByText('The identity provider does not respond. Check the network.').waitFor()
  })

  it('is not served without APP_CLIENT_ID', async () => {
    await using otherService = await startService({ exampleFolder, settings })
    const { status, headers } = await fetch(otherService.url, { redirect: 'manual' })
    expect([status, headers.get('Location')]).toEqual([302, 'docs'])
  })
})
