// Sends a signal at a known moment in the life of a process, which a timer in the test could miss.

/** Options of Node. The process sends itself a signal when it prints `text`, after some turns of its event loop. */
export function signalAt(text: string, signal: NodeJS.Signals, turns = 0): string[] {
  const code = `
    for (const stream of [process.stdout, process.stderr]) {
      const { write } = stream
      stream.write = (printed, ...rest) => {
        if (String(printed).includes(${JSON.stringify(text)})) signalAfter(${turns})
        return write.call(stream, printed, ...rest)
      }
    }
    const signalAfter = (turns) =>
      turns > 0 ? setImmediate(signalAfter, turns - 1) : process.kill(process.pid, '${signal}')`
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
}
