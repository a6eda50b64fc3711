// Made by `make generate` from openapi.yaml. Do not edit.

/** One thing that is wrong, as ajv tells it. */
export interface Finding {
  /** A JSON Pointer into what was judged. */
  instancePath: string
  keyword: string
  params: Record<string, unknown>
  message?: string
}

/** Judges a value, and fills in its defaults. */
export interface Validator {
  (value: unknown): boolean
  /** Of the last value. */
  errors?: Finding[] | null
}

/** `parameters` takes `{ query, header, path }`. */
export declare const validators: {
  listPlants: { parameters: Validator }
  createPlant: { parameters: Validator; body: Validator }
  getPlant: { parameters: Validator }
  updatePlant: { parameters: Validator; body: Validator }
  deletePlant: { parameters: Validator }
}
