// Shows the progress of an import: a bar on a terminal, otherwise a line every hundred rows.

export interface Output {
  isTTY?: boolean
  columns?: number
  write: (text: string) => unknown
}

export interface Progress {
  at: (done: number, total: number) => void
  /** Prints a line that stays. */
  say: (line: string) => void
  end: () => void
}

const rowsPerLine = 100
const clearLine = '\r\u001b[2K'

export function progressOn(output: Output): Progress {
  if (!output.isTTY)
    return {
      at: (done, total) => {
        if (done % rowsPerLine === 0 && done < total) output.write(`${done} of ${total}\n`)
      },
      say: (line) => output.write(`${line}\n`),
      end: () => {},
    }
  let bar = ''
  const draw = (next: string) => {
    if (next !== bar) output.write(clearLine + next)
    bar = next
  }
  return {
    at: (done, total) => draw(drawBar(done, total, output.columns || 80)),
    say: (line) => output.write(bar ? `${clearLine}${line}\n${bar}` : `${line}\n`),
    end: () => draw(''),
  }
}

function drawBar(done: number, total: number, columns: number): string {
  const count = ` ${done} of ${total}`
  const width = Math.max(0, Math.min(40, columns - count.length - 3))
  const filled = Math.floor((width * done) / Math.max(total, 1))
  return `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}]${count}`
}
