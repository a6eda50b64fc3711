// Breaking changes that `redocly diff` does not find. breaking-changes.test.ts makes each change, and fails when
// Redocly learns to find one: then delete our rule.
import { toRules } from '../redocly/visitors.js'

// In callbacks and webhooks, the service sends requests and reads responses. There, readOnly and writeOnly both break.
const senders = ['RequestBody', 'ParameterList', 'CallbacksMap', 'WebhooksMap']
const readers = ['Responses', 'CallbacksMap', 'WebhooksMap']

/** The values of x-access, from the narrowest. */
const accessValues = { read: ['creator', 'callers', 'everybody'], write: ['creator', 'scope'] }

export const changes = toRules({
  /** The default decides what a request without the field means. */
  'default-changed': {
    *Schema(change, { getDirections }) {
      if (change.property === 'default' && getDirections().includes('request')) yield describe(change)
    },
  },

  /** Clients use a required header without checking that it is present. */
  'header-became-optional': {
    Response: {
      *Header(change) {
        if (change.property === 'required' && change.base.value === true) yield describe(change)
      },
    },
  },

  /** Only raising a limit is harmless: a new, lower or removed limit can break callers. */
  'limit-lowered': {
    *Limits(change) {
      if (change.kind !== 'modified' || !(change.revision.value > change.base.value)) yield describe(change)
    },
  },

  /** Clients must expect unknown errors, but no unknown successful response. Only a conditional request gets a 304. */
  'success-added': {
    Responses: {
      *Response({ kind, node }) {
        const status = String(node.revision?.key)
        if (kind === 'added' && /^[123]/.test(status) && status !== '304') yield [`Response \`${status}\` was added.`]
      },
    },
  },

  /** Redocly finds the removal of one response, but not of all responses at once. */
  'responses-removed': {
    *Responses({ kind }) {
      if (kind === 'removed') yield ['All responses were removed.']
    },
  },

  'required-body-added': {
    *RequestBody({ kind, node }) {
      const body = node.revision?.resolved ?? node.revision
      if (kind === 'added' && body.value.required === true) yield ['A required request body was added.']
    },
  },

  /** Without a schema, a response can have any body, and a parameter is serialised differently. */
  'schema-removed': {
    *Schema({ kind, node }) {
      if (kind === 'removed' && node.base.key === 'schema') yield ['The `schema` was removed.']
    },
  },

  /** No request has the name of a path parameter, and HTTP ignores the case of a header, but typed clients use both. */
  'parameter-renamed': {
    *Parameter(change) {
      if (change.property !== 'name') return
      const { base, revision, node } = change
      const location = (node.base.resolved ?? node.base).value.in
      const isSameHeader = location === 'header' && base.value.toLowerCase() === revision.value.toLowerCase()
      if (location === 'path' || isSameHeader) yield describe(change)
    },
  },

  /** A property that becomes `readOnly` can no longer be sent; one that becomes `writeOnly` can no longer be read. */
  'access-narrowed': {
    *Schema(change) {
      const users = { readOnly: senders, writeOnly: readers }[change.property]
      if (users && change.revision.value === true && isUsedBy(users, change.node)) yield describe(change)
    },
  },

  /** Requests that succeeded are refused: see `x-access` and `x-children` in docs/contract.md. */
  'permission-narrowed': {
    *SpecExtension(change) {
      const values = change.node.base?.key === 'x-access' && accessValues[change.property]
      if (values && values.indexOf(change.revision.value) < values.indexOf(change.base.value)) yield describe(change)
    },
    *Operation(change) {
      if (change.property === 'x-children' && change.base.value === 'cascade') yield describe(change)
    },
  },

  /** Servers of a path or an operation replace those of the document. Variables are part of a URL. */
  'servers-moved': {
    PathItem: { ServerList: checkServers },
    Operation: { ServerList: checkServers },
    *ServerVariable(change) {
      if (change.property === 'default') yield describe(change)
    },
  },
})

/** Redocly's `getDirections` does not help here: it has only the direction that remains after the change. */
function isUsedBy(users, node, visited = new Set()) {
  if (!node || visited.has(node)) return false
  visited.add(node)
  const { type } = node.revision ?? node.base
  return users.includes(type.name) || [node.parent, ...node.referencedBy].some((user) => isUsedBy(users, user, visited))
}

function* checkServers({ kind }) {
  if (kind === 'added') yield ['The servers of the document are replaced here.']
}

function describe({ kind, property, base, revision }) {
  if (kind !== 'modified') return [`It was ${kind}.`]
  return [`\`${property}\` changed from ${formatValue(base.value)} to ${formatValue(revision.value)}.`]
}

function formatValue(value) {
  return value === undefined ? 'nothing' : JSON.stringify(value)
}
