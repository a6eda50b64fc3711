/** The program of the service, which prints a token for a command. */
export const service = new URL('../../server/main.ts', import.meta.url)
