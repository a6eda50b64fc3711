// The credentials of a draft, where its operation has them. `{token}` stands for the token of the caller.
import type { ContractOperation } from '../contract/operations.ts'
import type { Draft } from './draft.ts'

export function credentialParts({ credentials }: ContractOperation): Pick<Draft, 'headers' | 'query'> {
  return {
    headers: credentials.flatMap(({ place, name }): Draft['headers'] => {
      if (place === 'query') return []
      if (place === 'header') return [[name, '{token}']]
      if (place === 'cookie') return [['Cookie', `${name}={token}`]]
      // The password is encoded when the request is sent.
      return [['Authorization', place === 'basic' ? 'Basic :{token}' : 'Bearer {token}']]
    }),
    query: credentials.flatMap(({ place, name }) => (place === 'query' ? [`${encodeURIComponent(name)}={token}`] : [])),
  }
}

/** The draft with another token. */
export function withToken(draft: Draft, token: string): Draft {
  return {
    ...draft,
    headers: draft.headers.map(([name, value]) => [name, value.replace('{token}', () => token)]),
    query: draft.query.map((pair) => pair.replace('{token}', () => token)),
  }
}

export function withoutCredentials(draft: Draft): Draft {
  return {
    ...draft,
    headers: draft.headers.filter(([, value]) => !value.includes('{token}')),
    query: draft.query.filter((pair) => !pair.includes('{token}')),
  }
}

/** The value of `Authorization` as it is sent: user and password in Base64 (RFC 7617). A report has <TOKEN> instead. */
export function withEncodedPassword(value: string): string {
  return value.replace(
    /^(\s*Basic )([^\s<]*:[^\s<]*)/,
    (_, scheme, text) => scheme + Buffer.from(text).toString('base64'),
  )
}
