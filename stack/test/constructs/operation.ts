// Parts of operations for contracts, in YAML.
export const ref = (name: string) => `{ $ref: '#/components/schemas/${name}' }`

/** A `content` object of JSON. @param schema Schema in YAML. */
export const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`

/** A required request body. */
export const takes = (schema: string) => `requestBody: { required: true, ${json(schema)} }`

/** The only successful response of an operation. */
export const returns = (schema: string, status = 200) =>
  `responses: { '${status}': { description: The result., ${json(schema)} } }`

export const returnsList = (name: string) => returns(`{ type: array, items: ${ref(name)} }`)

export const returnsNothing = "responses: { '204': { description: Done. } }"

/** Responses of an operation that returns its input. */
export const returnsInput = returns('{ type: object, additionalProperties: true }')

/** A path parameter. */
export const pathParameter = (name: string, schema: string) =>
  `{ name: ${name}, in: path, required: true, schema: ${schema} }`
