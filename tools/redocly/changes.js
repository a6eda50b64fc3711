// What breaks a consumer and `redocly diff` does not see: rules in its own form, beside its own (redocly.yaml turns
// them on). test/proof/compat plants each, and is red as well when Redocly learns to see one: then it goes from here.

/** A caller that leaves a field out gets what the default says, and so do those who left out what now has one. */
function defaultChanged() {
  return {
    Schema(change, { report, getDirections }) {
      if (change.property === 'default' && getDirections().includes('request')) report({ message: changed(change) })
    },
  }
}

/** Who relies on a header does so without looking whether it is there. */
function headerBecameOptional() {
  return {
    Response: {
      Header(change, { report }) {
        if (change.property === 'required' && change.base.value === true) report({ message: changed(change) })
      },
    },
  }
}

/** Raising a limit takes nothing away; whatever else happens to one does. */
function limitLowered() {
  return {
    Limits(change, { report }) {
      if (change.kind !== 'modified' || !(change.revision.value > change.base.value))
        report({ message: changed(change) })
    },
  }
}

/**
 * Callers are told to expect refusals that they do not know, but not that what they asked for succeeds in another way,
 * or is elsewhere. A 304 comes to those only who ask for it.
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

/** Redocly sees one response go, but not all of them at once. */
function responsesRemoved() {
  return {
    Responses({ kind }, { report }) {
      if (kind === 'removed') report({ message: 'All responses were removed.' })
    },
  }
}

/** Without a schema an answer may be anything, and a parameter is written in another way. */
function schemaRemoved() {
  return {
    Schema({ kind, node }, { report }) {
      if (kind === 'removed' && node.base.key === 'schema') report({ message: 'Its `schema` was removed.' })
    },
  }
}

/** HTTP does not mind the name of a path variable, or the case of a header's; the fields of typed clients have them. */
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

function accessNarrowed() {
  return {
    Schema(change, { report }) {
      const isAccess = change.property === 'readOnly' || change.property === 'writeOnly'
      if (isAccess && change.revision.value === true) report({ message: changed(change) })
    },
  }
}

/** Servers of a path or an operation take the place of those of the document; variables make up their addresses. */
function serversMoved() {
  const moved = ({ kind }, { report }) => {
    if (kind === 'added') report({ message: 'Its servers are no longer those of the document.' })
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
