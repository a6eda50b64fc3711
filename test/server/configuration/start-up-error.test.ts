import { afterEach, expect, it, vi } from 'vitest'
import { orExit, StartUpError, usingDataFolder } from '../../../server/configuration/start-up-error.ts'

afterEach(() => {
  process.exitCode = undefined
})

const open = (error: object) => usingDataFolder('data', () => Promise.reject(error))

it('an opened data folder is passed on, and so is an error that says what to do', async () => {
  expect(await usingDataFolder('data', async () => 'opened')).toBe('opened')
  const error = new StartUpError('Choose another folder.')
  await expect(open(error)).rejects.toBe(error)
})

it.each([
  [{ errcode: 5 }, 'Stop the other server that uses it, or choose another folder with DATA=.'],
  [{ errcode: 11 }, 'Restore a backup, or choose another folder with DATA=.'],
  [{ errcode: 26 + 256, code: 'ERR_SQLITE_ERROR' }, 'Restore a backup, or choose another folder with DATA=.'],
  [{ code: 'EACCES' }, 'Make it a folder that you can write to, or choose another folder with DATA=.'],
  [{}, 'You can choose another folder with DATA=.'],
])('an error with %j has advice', async (properties, advice) => {
  const cause = Object.assign(new Error('it is\nbroken'), properties)
  const error = await open(cause).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StartUpError)
  expect(error).toMatchObject({ cause, message: `The data folder data cannot be used: it is broken. ${advice}` })
})

it.each([
  [new StartUpError('Choose another port.'), 'Choose another port.'],
  [new TypeError('a defect'), new TypeError('a defect')],
])('a start that fails sets the exit code and prints the error: %s', async (error, printed) => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  await orExit(() => Promise.reject(error))
  expect(print.mock.calls).toEqual([[printed]])
  expect(process.exitCode).toBe(1)
})
