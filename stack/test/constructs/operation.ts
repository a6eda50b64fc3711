// Operations for the contracts of constructs.

export const responses = `{ '200': { description: The input., content: { application/json: { schema: { type: object, additionalProperties: true } } } } }`

/** A GET that returns its parameters. */
export function operation(id: string, ...parameters: string[]): string {
  return `{ operationId: ${id}, parameters: [${parameters.join(', ')}], responses: ${responses} }`
}
