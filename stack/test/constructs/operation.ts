// Parts of operations for contracts, in YAML.
export const ref = (name: string) => `{ $ref: '#/components/schemas/${name}' }`

/** The content of a body. @param schema In YAML. */
export const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`

/** A body that a request must have. */
export const takes = (schema: string) => `requestBody: { required: true, ${json(schema)} }`

/** The only success of an operation. */
export const returns = (schema: string, status = 200) =>
  `responses: { '${status}': { description: A success., ${json(schema)} } }`

export const returnsList = (name: string) => returns(`{ type: array, items: ${ref(name)} }`)

export const returnsNothing = "responses: { '204': { description: Done. } }"

/** For an operation that returns its input. */
export const echo = returns('{ type: object, additionalProperties: true }')

/** The parameter of a path. */
export const inPath = (name: string, schema: string) => `{ name: ${name}, in: path, required: true, schema: ${schema} }`
