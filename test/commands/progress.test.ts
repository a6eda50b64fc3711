import { describe, expect, it } from 'vitest'
import { progressOn } from '../../server/commands/progress.ts'

function outputOf(options: { isTTY?: boolean; columns?: number }) {
  const written: string[] = []
  return { written, progress: progressOn({ ...options, write: (text) => written.push(text) }) }
}

describe('progress', () => {
  it('is a line now and then where there is no terminal', () => {
    const { written, progress } = outputOf({})
    for (let done = 1; done <= 300; done++) progress.at(done, 300)
    progress.say('line 5: is bad')
    progress.end()
    expect(written).toEqual(['100 of 300\n', '200 of 300\n', 'line 5: is bad\n'])
  })

  it('is one line on a terminal, that makes room for lines that stay', () => {
    const { written, progress } = outputOf({ isTTY: true, columns: 29 })
    progress.at(1, 4)
    progress.at(1, 4)
    progress.say('line 5: is bad')
    progress.at(4, 4)
    progress.end()
    expect(written.join('').replaceAll('\r\u001b[2K', '<clear>')).toBe(
      '<clear>[####---------------] 1 of 4' +
        '<clear>line 5: is bad\n[####---------------] 1 of 4' +
        '<clear>[###################] 4 of 4<clear>',
    )
  })

  it('never is wider than the terminal', () => {
    // A terminal that does not know its width says 0.
    for (const columns of [20, 40, 200, 0]) {
      const { written, progress } = outputOf({ isTTY: true, columns })
      progress.at(199_999, 200_000)
      const bar = written.join('').replace('\r\u001b[2K', '')
      expect(bar).toMatch(/ 199999 of 200000$/)
      expect(bar.length).toBeLessThan(Math.min(columns || 80, 62))
    }
  })
})
