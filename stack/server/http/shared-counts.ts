// Counts of a rate limit that several processes of one machine share. Each counts its own requests, and tells the others.

/** Requests of one caller or address, as one process tells the others. */
export interface Usage {
  limit: 'address' | 'caller'
  /** Names the caller or address. */
  partition: string
  /** When the count ends, on the clock of the machine. */
  endsAt: number
  requests: number
}

/** For several processes that share the counts of a limit. */
export interface SharedCounts {
  processes: number
  /** The same for all processes, so that a partition has one name. */
  salt: Buffer
  /** Tells the others. */
  report: (usage: Usage) => void
  /** Calls `add` with the reports of the others. */
  onReport: (add: (usage: Usage) => void) => void
}

/** The same for all processes of a machine, in milliseconds. */
export function machineClock(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}
