// What a page says if a gateway between it and the service does not know CORS.
import { describe, expect, it } from 'vitest'
import { type Intercept, openPlants, useBrowser } from './hooks-page.ts'

useBrowser()

/** Responses lack this header. */
function without(header: string): Intercept {
  return (_, response) => {
    const { writeHead } = response
    // The service passes all headers in this call.
    response.writeHead = (...[status, headers]: unknown[]) => {
      const others = Object.entries(headers ?? {}).filter(([name]) => name !== header)
      return Reflect.apply(writeHead, response, [status, Object.fromEntries(others)])
    }
  }
}

describe('a page on another origin', () => {
  it('says what to check if no header allows it to read the response', async () => {
    const { page } = await openPlants(['a'], without('Access-Control-Allow-Origin'))
    await page.getByText(`check that it allows the origin ${new URL(page.url()).origin} (CORS)`).waitFor()
  })

  it('sends nothing if the page cannot read the entity tag', async () => {
    const { page, expectTitle, choose, press, stored } = await openPlants(
      ['a'],
      without('Access-Control-Expose-Headers'),
    )
    await choose('a')
    await expectTitle('a')
    await press('Rename')
    await page.getByText('let the service or the gateway send Access-Control-Expose-Headers: ETag').waitFor()
    expect(await stored()).toEqual(['a'])
  })
})
