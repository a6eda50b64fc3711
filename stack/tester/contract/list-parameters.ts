// What the query parameters of a list choose, by their fields or by their names.
import type { ContractOperation, ContractParameter } from './operations.ts'

/** Values of a field, an end of a range of it, the order, or the words of fields. */
type Choice =
  | { by: 'filter'; field: string }
  | { by: 'min'; field: string }
  | { by: 'max'; field: string }
  | { by: 'sort' }
  | { by: 'search'; fields: string[] }

export type ListParameter = Choice & { parameter: ContractParameter }

const paging = ['limit', 'after', 'afterValue']

/** In the order of the contract. */
export function readListParameters(list: ContractOperation | undefined): ListParameter[] {
  const [page] = list?.responses.get(200)?.content.values() ?? []
  const fields =
    page && 'items' in page.schema.keywords ? page.schema.at('items').allProperties.map(({ name }) => name) : []
  const all = list?.parameters.filter((one) => one.in === 'query' && !paging.includes(one.name)) ?? []
  return all.flatMap((parameter) => {
    const choice = readChoice(parameter, fields)
    return choice === undefined ? [] : [{ ...choice, parameter }]
  })
}

function readChoice({ name, written }: ContractParameter, fields: string[]): Choice | undefined {
  if (written['x-sort'] === true) return { by: 'sort' }
  const searched = written['x-search']
  if (Array.isArray(searched)) return { by: 'search', fields: searched.map(String) }
  for (const by of ['filter', 'min', 'max'] as const) {
    const field = written[`x-${by}`]
    if (typeof field === 'string') return { by, field }
  }
  if (fields.includes(name)) return { by: 'filter', field: name }
  const [, stem = '', end = ''] = /^(.*)(Since|Min|Until|Max)$/.exec(name) ?? []
  const field = [stem, `${stem}At`].find((one) => fields.includes(one))
  return field === undefined ? undefined : { by: ['Since', 'Min'].includes(end) ? 'min' : 'max', field }
}

/** Whether the parameter has one value, not several. */
export function isOneValue({ parameter }: ListParameter): boolean {
  return parameter.schema.keywords.type !== 'array'
}

/** The fields of an order, each also with a hyphen before it. */
export function getSorts({ parameter }: ListParameter): string[] {
  return Object.values(Object(parameter.schema.keywords.enum)).map(String)
}
