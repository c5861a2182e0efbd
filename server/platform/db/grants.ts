import { escapeIdentifier, type Pool } from 'pg'
import { StartError } from '../process/start-error.ts'
import { inTransaction } from './in-transaction.ts'

/**
 * Grants the serving role its rights on tables of another role: rows, no tables, and of the audit trail reading and
 * adding alone. Safe to repeat; nothing is done where both are one role.
 * @param owner as the owner of the tables, after the migrations
 * @throws StartError when the serving role owns the audit trail itself
 */
export async function grantTo(owner: Pool, role: string): Promise<void> {
  const { rows } = await owner.query<{ me: string; trails: string }>(
    `SELECT current_user AS me, pg_get_userbyid(relowner) AS trails FROM pg_class WHERE oid = 'public.audit_log'::regclass`,
  )
  const [{ me, trails }] = rows as [(typeof rows)[0]]
  if (me === role) return
  if (trails === role) {
    throw new StartError(
      `The tables belong to the user of DATABASE_URL (${role}), and not to that of DATABASE_OWNER_URL: as a superuser, ` +
        `in this database, REASSIGN OWNED BY ${escapeIdentifier(role)} TO ${escapeIdentifier(me)}.`,
    )
  }
  await inTransaction(owner, (client) => client.query(grants(escapeIdentifier(role))))
}

const grants = (role: string) => `
  GRANT USAGE ON SCHEMA public, pgboss, drizzle TO ${role};
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, pgboss TO ${role};
  GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO ${role};
  GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public, pgboss TO ${role};
  GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public, pgboss TO ${role};
  REVOKE UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER ON public.audit_log FROM ${role}`
