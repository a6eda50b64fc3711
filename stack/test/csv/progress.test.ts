import { describe, expect, it } from 'vitest'
import { progressOn } from '../../csv/progress.ts'

function outputOf(options: { isTTY?: boolean; columns?: number }) {
  const written: string[] = []
  return { written, progress: progressOn({ ...options, write: (text) => written.push(text) }) }
}

describe('progress', () => {
  it('prints a line every hundred rows if the output is not a terminal', () => {
    const { written, progress } = outputOf({})
    for (let done = 1; done <= 300; done++) progress.at(done, 300)
    progress.say('line 5: is bad')
    progress.end()
    expect(written).toEqual(['100 of 300\n', '200 of 300\n', 'line 5: is bad\n'])
  })

  it('draws a bar on a terminal, below the lines that stay', () => {
    const { written, progress } = outputOf({ isTTY: true, columns: 29 })
    for (const done of [1, 1]) progress.at(done, 4)
    progress.say('line 5: is bad')
    progress.at(4, 4)
    progress.end()
    const [quarter, whole] = ['[####---------------] 1 of 4', '[###################] 4 of 4']
    const screen = written.join('').replaceAll('\r\u001b[2K', '<clear>')
    expect(screen).toBe(`<clear>${quarter}<clear>line 5: is bad\n${quarter}<clear>${whole}<clear>`)
  })

  // A terminal of unknown width reports 0.
  it.each([20, 40, 200, 0])('draws no bar that is wider than the terminal: %i columns', (columns) => {
    const { written, progress } = outputOf({ isTTY: true, columns })
    progress.at(199_999, 200_000)
    const bar = written.join('').replace('\r\u001b[2K', '')
    expect(bar).toMatch(/ 199999 of 200000$/)
    expect(bar.length).toBeLessThan(Math.min(columns || 80, 62))
  })
})
