// Every answer that the contract has an example of, as a request that asks a mock for it.
import { operations } from '../../../tools/contract-tester/contract/openapi.ts'

export interface Asked {
  path: string
  init: RequestInit
}

export function documentedAnswers(): Asked[] {
  return operations.flatMap(({ method, path, parameters, body, responses }) => {
    const id = parameters.find((parameter) => parameter.in === 'path')?.examples ?? {}
    const [[mediaType, { examples }] = [undefined, { examples: {} }]] = body
    return [...responses].flatMap(([status, { content }]) => {
      const names = [...content.values()].flatMap(({ examples }) => Object.keys(examples))
      const preferences =
        names.length === 0 ? [`code=${status}`] : names.map((name) => `code=${status}, example=${name}`)
      return preferences.map((Prefer) => ({
        path: path.replace(/\{\w+\}/, String(Object.values(id)[0])),
        init: {
          method: method.toUpperCase(),
          headers: {
            Authorization: 'Bearer any',
            Prefer,
            ...(mediaType !== undefined && { 'Content-Type': mediaType }),
          },
          ...(mediaType !== undefined && { body: JSON.stringify(Object.values(examples)[0]) }),
        },
      }))
    })
  })
}

/** All of an answer but what names it and when it was given. */
export async function lasting(answer: Response): Promise<object> {
  const { 'request-id': _, date, ...headers } = Object.fromEntries(answer.headers)
  const body = (await answer.text()).replace(/urn:uuid:[0-9a-f-]{36}/, 'urn:uuid:')
  return { status: answer.status, headers, body }
}
