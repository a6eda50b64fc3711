// Breaking changes that `redocly diff` does not find, as additional rules for it (redocly.yaml turns them on).
// breaking-changes.test.ts makes each change. It also fails when Redocly itself learns to find one: then delete our rule.

/** The default decides what a request without the field means. */
function defaultChanged() {
  return {
    Schema(change, { report, getDirections }) {
      if (change.property === 'default' && getDirections().includes('request')) report({ message: changed(change) })
    },
  }
}

/** Clients use a required header without checking that it is present. */
function headerBecameOptional() {
  return {
    Response: {
      Header(change, { report }) {
        if (change.property === 'required' && change.base.value === true) report({ message: changed(change) })
      },
    },
  }
}

/** Only raising a limit is harmless: a new, lower or removed limit can break callers. */
function limitLowered() {
  return {
    Limits(change, { report }) {
      if (change.kind !== 'modified' || !(change.revision.value > change.base.value))
        report({ message: changed(change) })
    },
  }
}

/**
 * Clients must expect unknown errors, but not unknown successes or redirects. Only clients that send a conditional
 * request get a 304.
 */
function successAdded() {
  return {
    Responses: {
      Response({ kind, node }, { report }) {
        const status = String(node.revision?.key)
        if (kind === 'added' && /^[123]/.test(status) && status !== '304') {
          report({ message: `Response \`${status}\` was added.` })
        }
      },
    },
  }
}

function requiredBodyAdded() {
  return {
    RequestBody({ kind, node }, { report }) {
      const body = node.revision?.resolved ?? node.revision
      if (kind === 'added' && body.value.required === true) report({ message: 'A required request body was added.' })
    },
  }
}

/** Redocly finds the removal of one response, but not of all responses at once. */
function responsesRemoved() {
  return {
    Responses({ kind }, { report }) {
      if (kind === 'removed') report({ message: 'All responses were removed.' })
    },
  }
}

/** Without a schema, a response can have any body, and a parameter has another serialisation. */
function schemaRemoved() {
  return {
    Schema({ kind, node }, { report }) {
      if (kind === 'removed' && node.base.key === 'schema') report({ message: 'The `schema` was removed.' })
    },
  }
}

/** HTTP ignores the name of a path variable and the case of a header name, but typed clients have them as fields. */
function parameterRenamed() {
  return {
    Parameter(change, { report }) {
      if (change.property !== 'name') return
      const place = (change.node.base.resolved ?? change.node.base).value.in
      const { base, revision } = change
      const isSameHeader = place === 'header' && base.value.toLowerCase() === revision.value.toLowerCase()
      if (place === 'path' || isSameHeader) report({ message: changed(change) })
    },
  }
}

/** A property that becomes `readOnly` can no longer be sent; one that becomes `writeOnly` can no longer be read. */
function accessNarrowed() {
  return {
    Schema(change, { report }) {
      const users = { readOnly: senders, writeOnly: readers }[change.property]
      if (users && change.revision.value === true && isUsedBy(users, change.node)) report({ message: changed(change) })
    },
  }
}

// In callbacks and webhooks, the service sends requests and reads responses. There, both changes count as breaking.
const senders = ['RequestBody', 'ParameterList', 'CallbacksMap', 'WebhooksMap']
const readers = ['Responses', 'CallbacksMap', 'WebhooksMap']

/** Redocly's `getDirections` does not help here: it has only the direction that is left after the change. */
function isUsedBy(users, node, visited = new Set()) {
  if (!node || visited.has(node)) return false
  visited.add(node)
  const { type } = node.revision ?? node.base
  return users.includes(type.name) || [node.parent, ...node.referencedBy].some((user) => isUsedBy(users, user, visited))
}

/** Servers of a path or an operation replace those of the document. Defaults of server variables are part of a URL. */
function serversMoved() {
  const moved = ({ kind }, { report }) => {
    if (kind === 'added') report({ message: 'The servers of the document are replaced here.' })
  }
  return {
    PathItem: { ServerList: moved },
    Operation: { ServerList: moved },
    ServerVariable(change, { report }) {
      if (change.property === 'default') report({ message: changed(change) })
    },
  }
}

function changed({ kind, property, base, revision }) {
  if (kind !== 'modified') return `It was ${kind}.`
  return `\`${property}\` changed from ${text(base.value)} to ${text(revision.value)}.`
}

function text(value) {
  return value === undefined ? 'nothing' : JSON.stringify(value)
}

export const changes = {
  'default-changed': defaultChanged,
  'header-became-optional': headerBecameOptional,
  'limit-lowered': limitLowered,
  'success-added': successAdded,
  'responses-removed': responsesRemoved,
  'required-body-added': requiredBodyAdded,
  'schema-removed': schemaRemoved,
  'parameter-renamed': parameterRenamed,
  'access-narrowed': accessNarrowed,
  'servers-moved': serversMoved,
}
