// The types of handlers, from the types of a contract: an undocumented status, a wrong body, a missing header or
// handler does not compile. any-handlers.ts uses them.
import type { Caller } from '../caller.ts'
import type { ParameterValue } from '../contract/validator.ts'
import type { ItemId } from '../items/item-id.ts'
import type { ItemsQuery } from '../items/items-query.ts'

/** The types of a contract (generated/handlers.ts). Each part is an interface, which has no index signature. */
export interface HandlerTypes {
  /** By operation, as openapi-typescript writes them. */
  operations: object
  /** By operation: the names of parameters that have a default. */
  defaultedParameters: object
  standardOperation: string
  /** By operation that is standard with an adapter: the query parameters that the adapter must replace. */
  adaptedParameters: object
  /** By the path of a collection: an item. */
  items: object
  /** By the path of a collection: the fields that an item can be written without. */
  omissibleFields: object
  /** By the GET that the conditions of another operation refer to: the item that it shows. `never`: a list. */
  conditionReads: object
}

type Get<Table, Key> = Key extends keyof Table ? Table[Key] : never

type OperationId<T extends HandlerTypes> = keyof T['operations']

type Group<Operation, In extends 'query' | 'header' | 'path' | 'cookie'> = Operation extends {
  parameters: { [Name in In]?: infer Parameters }
}
  ? NonNullable<Parameters>
  : never

type ContentOf<Operation> = Operation extends { requestBody?: infer Body }
  ? NonNullable<Body> extends { content: infer Content }
    ? Content
    : never
  : never

/** The body of a media type, and the media type that was sent, which can be one of a range. */
type BodyOf<Operation> =
  | {
      [Type in keyof ContentOf<Operation> & string]: {
        mediaType: Sent<Type>
        body: BodyAs<Type, ContentOf<Operation>[Type]>
      }
    }[keyof ContentOf<Operation> & string]
  | (Operation extends { requestBody: { content: object } } ? never : { mediaType?: undefined; body: undefined })

type Json = 'application/json' | `${string}/${string}+json` | `${string}/json`
type Text =
  | `text/${string}`
  | `${string}/${string}+xml`
  | `${string}/${'xml' | 'yaml' | 'javascript'}`
  | `${string}/${string}+yaml`

/**
 * The type of a request body, by its media type (media-types.ts).
 * @param Value What the schema describes. Nothing else is known of a text or of bytes.
 */
type BodyAs<Type extends string, Value> = Type extends `${string}/*`
  ? unknown
  : Type extends Json | 'application/x-www-form-urlencoded'
    ? Value
    : Type extends 'multipart/form-data'
      ? WithFiles<Value>
      : Type extends Text
        ? Value extends string
          ? Value
          : string
        : Uint8Array

/** Types of a contract have a Blob in the place of a file, because a client can send any. */
type WithFiles<Fields> = Fields extends unknown ? { [Name in keyof Fields]: AsFile<Fields[Name]> } : never

type AsFile<Value> = Value extends Blob ? File : Value extends Blob[] ? File[] : Value

type Sent<Type extends string> = Type extends `${infer Group}/*${infer End}`
  ? Group extends '*'
    ? string
    : `${Group}/${string}${End}`
  : Type

/** The validator fills in parameters that have a default. */
type Filled<T, Name extends PropertyKey> = T & { [K in keyof T & Name]-?: NonNullable<T[K]> }

/** The input of a handler: validated, converted, with the contract's defaults filled in. */
export type InputOf<T extends HandlerTypes, Id extends OperationId<T>> = ParametersOf<T, Id> &
  BodyOf<T['operations'][Id]>

interface ParametersOf<T extends HandlerTypes, Id extends OperationId<T>> {
  caller: Caller
  path: Group<T['operations'][Id], 'path'>
  query: Filled<Group<T['operations'][Id], 'query'>, Get<T['defaultedParameters'], Id> & PropertyKey>
  headers: Filled<Group<T['operations'][Id], 'header'>, Get<T['defaultedParameters'], Id> & PropertyKey>
  cookies: Filled<Group<T['operations'][Id], 'cookie'>, Get<T['defaultedParameters'], Id> & PropertyKey>
}

/** The pipeline sets these headers; a handler never does. */
export type CommonHeader =
  | 'Request-Id'
  | 'Cache-Control'
  | 'Vary'
  | 'Access-Control-Allow-Origin'
  | 'RateLimit'
  | 'RateLimit-Policy'
  | 'ETag'
  | 'Last-Modified'
  | 'Deprecation'
  | 'Sunset'

/** What a handler returns as a body: JSON as its type says, other texts as strings, anything else as bytes. */
type BodyIn<MediaType, Body> = MediaType extends `${string}json`
  ? Body
  : MediaType extends `text/${string}` | `${string}xml`
    ? string
    : Uint8Array | string

/** A response with several media types names its own, unless it is JSON. So does one of a range, such as `image/*`. */
type Named<MediaType, All> = MediaType extends `${string}/*${string}`
  ? { mediaType: string }
  : MediaType extends 'application/json'
    ? { mediaType?: MediaType }
    : [Exclude<All, MediaType>] extends [never]
      ? { mediaType?: MediaType }
      : { mediaType: MediaType }

type ProblemType = 'application/problem+json'

/** A problem of the contract that has no fixed type. Handlers throw the others. */
type OwnProblem<Content> = Content extends { [Type in ProblemType]: infer Body }
  ? Exclude<Body, { type: `tag:${string}` }>
  : never

type Returned<Content> =
  | Exclude<keyof Content, ProblemType>
  | ([OwnProblem<Content>] extends [never] ? never : ProblemType & keyof Content)

type BodyPart<R> = R extends { content: infer Content }
  ? {
      [MediaType in Returned<Content>]: {
        body: MediaType extends ProblemType ? OwnProblem<Content> : BodyIn<MediaType, Content[MediaType]>
      } & Named<MediaType, Returned<Content>>
    }[Returned<Content>]
  : { body?: never; mediaType?: never }

type Optional<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T]
type HeadersPart<R> = R extends { headers: infer H }
  ? Exclude<keyof H, CommonHeader> extends never
    ? { headers?: never }
    : Exclude<keyof H, CommonHeader | Optional<H>> extends never
      ? { headers?: Omit<H, CommonHeader> }
      : { headers: Omit<H, CommonHeader> }
  : { headers?: never }

/** The status of a response that a contract documents as a range, such as `4XX`, or as the default. */
type StatusOf<Code> = Code extends number ? Code : number

type ResponsesOf<Operation> = Operation extends { responses: infer Responses } ? Responses : never

/** The result of a handler: a documented response. Problems are thrown, and the pipeline makes each 304. */
export type ResultOf<T extends HandlerTypes, Id extends OperationId<T>> = ResultIn<ResponsesOf<T['operations'][Id]>>

type ResultIn<Responses> = {
  [Code in Exclude<keyof Responses, 304>]: { status: StatusOf<Code> } & HeadersPart<Responses[Code]> &
    BodyPart<Responses[Code]>
}[Exclude<keyof Responses, 304>]

/** Which items, and how many. Sorts, ranges and searches need a parameter of the list in the contract. */
export interface HandlerQuery extends Partial<Pick<ItemsQuery, 'filters' | 'ranges'>> {
  /** Each word is the beginning of a word of the item. */
  search?: string
  /** A field, with a hyphen before it if the order descends. Default: by the id, the search or the range. */
  sort?: string
  /** Only items after the one with this id. If it is gone, there are none, unless the list is by id. */
  after?: ItemId
  limit?: number
}

/** A call resolves with `undefined` if the item, or the parent of the collection, does not exist. */
export interface HandlerItems<T, New> {
  /** Default: the first 100 by id. */
  list: (query?: HandlerQuery) => Promise<T[] | undefined>
  /** All of them, page by page, by id. None if the parent does not exist. */
  all: (filters?: ItemsQuery['filters']) => AsyncIterable<T>
  get: (id: ItemId) => Promise<T | undefined>
  /** The service sets the fields that have an `x-role`. @param id Default: a new one. */
  create: (item: New, id?: ItemId) => Promise<T | undefined>
  /**
   * The service keeps the fields that have an `x-role`, and sets the time of the change.
   * @param change Returns the whole item.
   */
  update: (id: ItemId, change: (item: T) => New) => Promise<T | undefined>
  /** Deletes the items below it too, or the response is the problem `has-children`: `x-children` decides. */
  delete: (id: ItemId) => Promise<'deleted' | undefined>
}

type Writable<T, Omissible extends PropertyKey> = Omit<T, Omissible> & Partial<Pick<T, Omissible & keyof T>>

type ParametersIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParametersIn<Rest> : never

/** @param parameters Those of the path of a collection that belongs to an item. */
export type ItemsOf<T extends HandlerTypes> = <Path extends keyof T['items']>(
  path: Path,
  ...parameters: [ParametersIn<Path>] extends [never] ? [] : [Record<ParametersIn<Path>, ParameterValue>]
) => HandlerItems<T['items'][Path], Writable<T['items'][Path], Get<T['omissibleFields'], Path> & PropertyKey>>

export interface HandlerParts<T extends HandlerTypes> {
  /**
   * The items that the caller sees. The service makes all writes at one moment, after the handler has returned. It runs
   * again if something that it has read has changed then.
   */
  items: ItemsOf<T>
  now: () => Date
  /** Returns an id that sorts after those before it. */
  newId: () => string
}

export type HandlerOf<T extends HandlerTypes, Id extends OperationId<T>> = (
  input: InputOf<T, Id>,
  parts: HandlerParts<T>,
) => Promise<ResultOf<T, Id>>

/** The query parameters that a standard list does not know. */
type Unknown<T extends HandlerTypes, Id> =
  Get<T['adaptedParameters'], Id> extends readonly (infer Name extends string)[] ? Name : never

/**
 * Changes the input of a standard method, for example where a parameter has an older form. It must replace the
 * parameters that the method does not know.
 */
export interface Adapter<T extends HandlerTypes, Id extends OperationId<T>> {
  adapt: (input: InputOf<T, Id>) => Omit<InputOf<T, Id>, 'query'> & {
    query: Omit<InputOf<T, Id>['query'], Unknown<T, Id>> & { [Name in Unknown<T, Id>]?: never }
  }
}

/**
 * Responds to a GET with the item that its path names. The conditions of the other operations at the path refer to this
 * result, so their writes call this function too.
 */
export interface Reader<T extends HandlerTypes, Id extends OperationId<T>> {
  /** Must be pure. It gets the item with the defaults of the contract. */
  read: (item: Get<T['conditionReads'], Id>) => ResultOf<T, Id>
}

/** An adapter cannot take the place of a handler. What conditions refer to is a standard list, or has a reader. */
type Special<T extends HandlerTypes, Id extends OperationId<T>> =
  | (Id extends T['standardOperation'] | keyof T['adaptedParameters'] ? Adapter<T, Id> : never)
  | (Id extends keyof T['conditionReads']
      ? [T['conditionReads'][Id]] extends [never]
        ? never
        : Reader<T, Id>
      : HandlerOf<T, Id>)

/** What is special, by operationId: a handler, or an adapter of a standard method. */
export type HandlersOf<T extends HandlerTypes> = {
  [Id in Exclude<OperationId<T>, T['standardOperation']>]: Special<T, Id>
} & {
  [Id in OperationId<T> & T['standardOperation']]?: Special<T, Id>
}
