// The statements of version 1.0.0, whose instances run while this version changes the tables.

const columns = 'id, name, tag, created_at, updated_at'
const values = '$2, $3, $4, $5, $6'

/** Every statement of the store. PostgreSQL prepares each once for each connection. */
export const statements = {
  list: page('owner = $1 AND id > $2', '$3'),
  listTagged: page('owner = $1 AND tag = $4 AND id > $2', '$3'),
  revision: 'SELECT revision FROM revision WHERE owner = $1',
  get: `SELECT ${columns} FROM plant WHERE owner = $1 AND id = $2`,
  getLocked: `SELECT ${columns} FROM plant WHERE owner = $1 AND id = $2 FOR UPDATE`,
  insert: `INSERT INTO plant (owner, ${columns}) VALUES ($1, ${values})`,
  // DO UPDATE, because it locks and returns the row that is there, also one that another instance has just written.
  insertOnce: `WITH kept AS (
                 INSERT INTO creation (owner, ${columns}, key, expires_at)
                 VALUES ($1, ${values}, $7, now() + make_interval(hours => $8))
                 ON CONFLICT (owner, key) DO UPDATE SET ${ifExpired(`${columns}, expires_at`)}
                 RETURNING ${columns}
               ), inserted AS (
                 INSERT INTO plant (owner, ${columns}) SELECT $1, ${columns} FROM kept WHERE id = $2
               )
               SELECT ${columns} FROM kept`,
  update: `UPDATE plant SET name = coalesce($3, name), tag = coalesce($4, tag), updated_at =
             CASE WHEN (name, tag) = (coalesce($3, name), coalesce($4, tag)) THEN updated_at
             ELSE greatest(updated_at, $5) END
           WHERE owner = $1 AND id = $2 AND ($6::text IS NULL OR (name, tag, updated_at) = ($6, $7, $8))
           RETURNING ${columns}`,
  remove: `DELETE FROM plant
           WHERE owner = $1 AND id = $2 AND ($3::text IS NULL OR (name, tag, updated_at) = ($3, $4, $5))
           RETURNING true`,
  forgetCreations: `DELETE FROM creation WHERE ctid = ANY (ARRAY(
                      SELECT ctid FROM creation WHERE expires_at <= now() LIMIT 1000
                      FOR UPDATE SKIP LOCKED))
                    RETURNING true`,
} as const

/** With the revision of the same moment, also where there are no plants. */
function page(condition: string, limit: string): string {
  return `SELECT revision.revision, ${columns}
          FROM (SELECT (SELECT revision FROM revision WHERE owner = $1)) AS revision LEFT JOIN
               (SELECT ${columns} FROM plant WHERE ${condition} ORDER BY id LIMIT ${limit}) AS page ON true`
}

function ifExpired(names: string): string {
  const isExpired = 'creation.expires_at <= now()'
  const changes = names.split(', ').map((name) => {
    return `${name} = CASE WHEN ${isExpired} THEN EXCLUDED.${name} ELSE creation.${name} END`
  })
  return changes.join(', ')
}
