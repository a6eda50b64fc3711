import { describe, expect, it } from 'vitest'
import { startService } from '../../support/service.ts'

/** What is left of the limits of two addresses, as two forwarded requests see them. */
async function leftFor(TRUST_PROXY: string, forwarded: string[]): Promise<string[]> {
  await using service = await startService({ settings: { RATE_LIMIT_PER_MINUTE: '10', TRUST_PROXY } })
  const left: string[] = []
  for (const address of forwarded) {
    const headers = { Authorization: 'none', 'X-Forwarded-For': address }
    const answer = await service.request('/plants', { headers })
    left.push(/"address"; r=(\d+)/.exec(answer.headers.get('RateLimit') ?? '')?.[1] ?? '')
  }
  return left
}

describe('the address that a limit counts for', () => {
  it('is that of the connection, whatever a caller says was before', async () => {
    expect(await leftFor('', ['192.0.2.1', '192.0.2.2', '192.0.2.3'])).toEqual(['99', '98', '97'])
  })

  it('is what a trusted proxy says, and only what that one says', async () => {
    expect(await leftFor('1', ['192.0.2.1', '192.0.2.2', '192.0.2.1'])).toEqual(['99', '99', '98'])
    expect(await leftFor('1', ['192.0.2.7, 192.0.2.1', '192.0.2.8, 192.0.2.1'])).toEqual(['99', '98'])
    expect(await leftFor('127.0.0.1', ['192.0.2.1', '192.0.2.2'])).toEqual(['99', '99'])
    expect(await leftFor('10.0.0.0/8', ['192.0.2.1', '192.0.2.2'])).toEqual(['99', '98'])
  })

  it('is a whole network of one customer in IPv6', async () => {
    expect(await leftFor('1', ['2001:db8::1', '2001:db8::2', '2001:db8:1::1'])).toEqual(['99', '98', '99'])
  })
})
