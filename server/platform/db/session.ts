/** Extensions of the tables, wherever their administrator put them. */
export const EXTENSIONS = ['btree_gist', 'pg_trgm'] as const

/**
 * Settings that a role, a database or a server may have otherwise, and that decide how text is read, how values are
 * written, and which tables are meant.
 */
const SETTINGS = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  quote_all_identifiers: 'off',
  check_function_bodies: 'on',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
}

/** Time limits of others that would cut a migration or the line of events. Older servers lack some of them. */
const NO_LIMIT = ['transaction_timeout', 'idle_session_timeout', 'idle_in_transaction_session_timeout']

/**
 * Select list that gives a session the settings that Enamel's statements expect. For every connection: as a statement,
 * which a pooler lets through.
 */
export const SESSION = [
  ...Object.entries(SETTINGS).map(([name, value]) => `set_config('${name}', '${value}', false)`),
  `(SELECT count(set_config(name, '0', false)) FROM pg_settings
    WHERE name IN (${NO_LIMIT.map((name) => `'${name}'`).join(', ')}))`,
  `set_config('search_path', concat_ws(', ', 'public', (
     SELECT string_agg(DISTINCT quote_ident(nspname), ', ')
     FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace
     WHERE extname IN (${EXTENSIONS.map((name) => `'${name}'`).join(', ')}) AND nspname NOT IN ('public', 'pg_catalog')
   )), false)`,
].join(', ')
