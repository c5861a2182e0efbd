import { escapeIdentifier, type Pool } from 'pg'
import { StartError } from '../process/start-error.ts'
import { EXTENSIONS } from './session.ts'

type Db = Pick<Pool, 'query'>

/** A fault of a database's settings, for the operator: two sentences. */
export type Fault = { says: string; advice: string }

type Extension = { name: string; there: boolean; made: boolean; trusted: boolean; hiddenIn: string | null }

type DatabaseFacts = {
  me: string
  database: string
  superuser: boolean
  createsSchemas: boolean
  createsTables: boolean
  /** Another role that owns tables of ours. */
  owner: string | null
  schema: boolean
  extensions: Extension[]
}

const ASKED = `
  SELECT current_user AS me, current_database() AS database,
    (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser,
    has_database_privilege(current_database(), 'CREATE') AS "createsSchemas",
    to_regnamespace('public') IS NOT NULL AS schema,
    coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'CREATE') AND has_schema_privilege(to_regnamespace('public')::oid, 'USAGE'), false) AS "createsTables",
    (SELECT pg_get_userbyid(owner) FROM (
        SELECT relowner FROM pg_class
        WHERE relnamespace = to_regnamespace('public') AND relname IN ('appointments', 'audit_log')
        UNION ALL SELECT nspowner FROM pg_namespace WHERE nspname IN ('drizzle', 'pgboss')
      ) AS ours (owner) WHERE NOT pg_has_role(owner, 'USAGE') LIMIT 1) AS owner,
    (SELECT json_agg(json_build_object(
        'name', wanted.name, 'there', a.name IS NOT NULL, 'made', e.oid IS NOT NULL, 'trusted', coalesce(v.trusted, false),
        'hiddenIn', CASE WHEN NOT has_schema_privilege(e.extnamespace, 'USAGE') THEN e.extnamespace::regnamespace::text END))
      FROM unnest($1::text[]) AS wanted (name)
      LEFT JOIN pg_available_extensions a USING (name)
      LEFT JOIN pg_available_extension_versions v ON v.name = a.name AND v.version = a.default_version
      LEFT JOIN pg_extension e ON e.extname = wanted.name) AS extensions`

/**
 * Rights and extensions that the tables need of the role that owns them.
 * @param setting which setting has the role
 */
export async function missingRights(db: Db, setting = 'DATABASE_URL'): Promise<Fault[]> {
  const { rows } = await db.query<DatabaseFacts>(ASKED, [EXTENSIONS])
  const [asked] = rows as [DatabaseFacts]
  const { me, database, owner, superuser, createsSchemas, createsTables } = asked
  const faults: Fault[] = []
  const asSuperuser = 'As a superuser, in this database:'
  const own = `ALTER DATABASE ${escapeIdentifier(database)} OWNER TO ${escapeIdentifier(me)}`
  if (owner !== null)
    faults.push({
      says: `The tables belong to ${owner}, and not to the user of ${setting} (${me}).`,
      advice: `Use the address of ${owner}; or ${lower(asSuperuser)} REASSIGN OWNED BY ${escapeIdentifier(owner)} TO ${escapeIdentifier(me)}.`,
    })
  if (!asked.schema)
    faults.push({
      says: 'The database has no schema public.',
      advice: `${asSuperuser} CREATE SCHEMA public AUTHORIZATION ${escapeIdentifier(me)}.`,
    })
  else if (!createsSchemas || !createsTables)
    faults.push({
      says: `The user of ${setting} (${me}) may not make tables there.`,
      advice: `It must own the database. ${asSuperuser} ${own}; GRANT ALL ON SCHEMA public TO ${escapeIdentifier(me)}.`,
    })
  for (const { name, there, made, trusted, hiddenIn } of asked.extensions) {
    if (hiddenIn !== null)
      faults.push({
        says: `The extension ${name} is in the schema ${hiddenIn}, which the user of ${setting} (${me}) may not use.`,
        advice: `${asSuperuser} GRANT USAGE ON SCHEMA ${hiddenIn} TO ${escapeIdentifier(me)}.`,
      })
    else if (!made && !there)
      faults.push({
        says: `The extension ${name} is not installed on the server.`,
        advice: 'Install it (Debian: it comes with postgresql; others: the package postgresql-contrib).',
      })
    else if (!made && !(superuser || (trusted && createsSchemas)))
      faults.push({
        says: `The extension ${name} is not there, and the user of ${setting} (${me}) may not make it.`,
        advice: `${asSuperuser} CREATE EXTENSION ${name}.`,
      })
  }
  return faults
}

/** Names are compared by letters without case and accents, which the locale of the database knows or doesn't. */
export async function wrongLetters(db: Db): Promise<Fault | null> {
  const { rows } = await db.query<{ type: string; knows: boolean }>(
    `SELECT datctype AS type, lower('IÄŁЖẸ') = 'iäłжẹ' AS knows
     FROM pg_database WHERE datname = current_database()`,
  )
  const [{ type, knows }] = rows as [(typeof rows)[0]]
  if (knows) return null
  return {
    says: `The database has LC_CTYPE '${type}', in which names with letters such as Ä, Ẹ or Ж are not found.`,
    advice:
      "Make one with TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C.UTF-8' LC_CTYPE 'C.UTF-8', and restore a backup into it.",
  }
}

/**
 * Refuses a database in which the tables can't be made, or a new one that can't find names.
 * @param warn gets the warnings about a database in use
 * @throws StartError
 */
export async function requireSettings(db: Db, setting: string, warn: (says: string) => void): Promise<void> {
  const [fault] = await missingRights(db, setting)
  if (fault) throw new StartError(`${setting}: ${sentence(fault)}`)
  const letters = await wrongLetters(db)
  if (!letters) return
  const { rows } = await db.query<{ used: boolean }>(`SELECT to_regnamespace('drizzle') IS NOT NULL AS used`)
  if (!rows[0]?.used) throw new StartError(`${setting}: ${sentence(letters)}`)
  warn(sentence(letters))
}

const sentence = ({ says, advice }: Fault) => `${says} ${advice}`
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
