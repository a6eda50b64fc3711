// Breaking changes that `redocly diff` does not find. breaking-changes.test.ts makes each change, and fails when
// Redocly learns to find one: then delete our rule.
import { toRules } from '../redocly/visitors.js'

// In callbacks and webhooks, the service sends requests and reads responses. There, both changes count as breaking.
const senders = ['RequestBody', 'ParameterList', 'CallbacksMap', 'WebhooksMap']
const readers = ['Responses', 'CallbacksMap', 'WebhooksMap']

/** From the narrowest. */
const accessValues = { read: ['creator', 'callers', 'everybody'], write: ['creator', 'scope'] }

export const changes = toRules({
  /** The default decides what a request without the field means. */
  'default-changed': {
    *Schema(change, { getDirections }) {
      if (change.property === 'default' && getDirections().includes('request')) yield changed(change)
    },
  },

  /** Clients use a required header without checking that it is present. */
  'header-became-optional': {
    Response: {
      *Header(change) {
        if (change.property === 'required' && change.base.value === true) yield changed(change)
      },
    },
  },

  /** Only raising a limit is harmless: a new, lower or removed limit can break callers. */
  'limit-lowered': {
    *Limits(change) {
      if (change.kind !== 'modified' || !(change.revision.value > change.base.value)) yield changed(change)
    },
  },

  /** Clients must expect unknown errors, but no unknown success. Only a conditional request gets a 304. */
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

  /** Without a schema, a response can have any body, and a parameter has another serialisation. */
  'schema-removed': {
    *Schema({ kind, node }) {
      if (kind === 'removed' && node.base.key === 'schema') yield ['The `schema` was removed.']
    },
  },

  /** HTTP ignores the name of a path variable and the case of a header name, but typed clients have them as fields. */
  'parameter-renamed': {
    *Parameter(change) {
      if (change.property !== 'name') return
      const { base, revision, node } = change
      const place = (node.base.resolved ?? node.base).value.in
      const isSameHeader = place === 'header' && base.value.toLowerCase() === revision.value.toLowerCase()
      if (place === 'path' || isSameHeader) yield changed(change)
    },
  },

  /** A property that becomes `readOnly` can no longer be sent; one that becomes `writeOnly` can no longer be read. */
  'access-narrowed': {
    *Schema(change) {
      const users = { readOnly: senders, writeOnly: readers }[change.property]
      if (users && change.revision.value === true && isUsedBy(users, change.node)) yield changed(change)
    },
  },

  /** Requests that succeeded are refused: see `x-access` and `x-children` in docs/contract.md. */
  'permission-narrowed': {
    *SpecExtension(change) {
      const values = change.node.base?.key === 'x-access' && accessValues[change.property]
      if (values && values.indexOf(change.revision.value) < values.indexOf(change.base.value)) yield changed(change)
    },
    *Operation(change) {
      if (change.property === 'x-children' && change.base.value === 'cascade') yield changed(change)
    },
  },

  /** Servers of a path or an operation replace those of the document. Variables are part of a URL. */
  'servers-moved': {
    PathItem: { ServerList: checkServers },
    Operation: { ServerList: checkServers },
    *ServerVariable(change) {
      if (change.property === 'default') yield changed(change)
    },
  },
})

/** Redocly's `getDirections` does not help here: it has only the direction that is left after the change. */
function isUsedBy(users, node, visited = new Set()) {
  if (!node || visited.has(node)) return false
  visited.add(node)
  const { type } = node.revision ?? node.base
  return users.includes(type.name) || [node.parent, ...node.referencedBy].some((user) => isUsedBy(users, user, visited))
}

function* checkServers({ kind }) {
  if (kind === 'added') yield ['The servers of the document are replaced here.']
}

function changed({ kind, property, base, revision }) {
  if (kind !== 'modified') return [`It was ${kind}.`]
  return [`\`${property}\` changed from ${text(base.value)} to ${text(revision.value)}.`]
}

function text(value) {
  return value === undefined ? 'nothing' : JSON.stringify(value)
}
