import type { ClientBase } from 'pg'

/**
 * The SQL that makes an empty database with the encoding and locale of the one that is connected to. The server's defaults
 * can be others, in which names could not be stored, or would compare in another way.
 */
export async function sqlForSameKind(client: ClientBase, name: string): Promise<string> {
  // The column of the locale is called otherwise before PostgreSQL 17.
  const { rows } = await client.query<{ sql: string }>(
    `SELECT format('CREATE DATABASE %I TEMPLATE template0 ENCODING %L LC_COLLATE %L LC_CTYPE %L LOCALE_PROVIDER ',
                   $1::text, pg_encoding_to_char(encoding), datcollate, datctype)
            || CASE datlocprovider
                 WHEN 'i' THEN format('icu ICU_LOCALE %L', locale)
                 WHEN 'b' THEN format('builtin BUILTIN_LOCALE %L', locale)
                 ELSE 'libc'
               END AS sql
     FROM pg_database d, coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale') AS locale
     WHERE datname = current_database()`,
    [name],
  )
  return rows[0]!.sql
}
