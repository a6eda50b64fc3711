// A request to the mock for each example of a response in the contract.
import { operations } from '../../../tools/contract-tester/contract/openapi.ts'

export interface DocumentedRequest {
  path: string
  init: RequestInit
}

export function documentedRequests(): DocumentedRequest[] {
  return operations.flatMap(({ method, path, parameters, body, responses }) => {
    const id = parameters.find((parameter) => parameter.in === 'path')?.examples ?? {}
    const [[mediaType, { examples }] = [undefined, { examples: {} }]] = body
    const preferences = [...responses].flatMap(([status, { content }]) => {
      const names = [...content.values()].flatMap(({ examples }) => Object.keys(examples))
      return names.length === 0 ? [`code=${status}`] : names.map((name) => `code=${status}, example=${name}`)
    })
    return preferences.map((Prefer) => ({
      path: path.replace(/\{\w+\}/, String(Object.values(id)[0])),
      init: {
        method: method.toUpperCase(),
        headers: { Authorization: 'Bearer any', Prefer, ...(mediaType !== undefined && { 'Content-Type': mediaType }) },
        ...(mediaType !== undefined && { body: JSON.stringify(Object.values(examples)[0]) }),
      },
    }))
  })
}
