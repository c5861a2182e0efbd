/** In the data directory; rewritten at every start. */
export const SETTINGS_FILE = 'enamel.conf'

/** In the data directory; rewritten at every start. Used instead of `pg_hba.conf`. */
export const ACCESS_FILE = 'enamel-access.conf'

/** A process that can open the socket runs as the data's own user or as root. */
export const ACCESS = `# Written by Enamel at every start.
local all,replication all trust
`

/** Added to `postgresql.conf`, which otherwise stays as `initdb` tuned it for the machine. */
export const INCLUDE_SETTINGS = `\ninclude_if_exists '${SETTINGS_FILE}'\n`

/**
 * PostgreSQL's settings for one small machine. `ALTER SYSTEM` still overrides them.
 * @param durable false only for tests: a power cut may then lose the database (a killed server loses nothing)
 */
export function settings(durable: boolean): string {
  const onlyIfDurable = durable ? 'on' : 'off'
  return `# Written by Enamel at every start; changes belong into ALTER SYSTEM.
max_connections = 100
shared_buffers = 128MB
maintenance_work_mem = 64MB
max_wal_size = 512MB
# Compiling queries costs more than it gains at this size.
jit = off

synchronous_commit = on
fsync = ${onlyIfDurable}
full_page_writes = ${onlyIfDurable}
# Tests drop databases all the time, which a vacuum in one of them forbids; theirs are too short-lived to need it.
autovacuum = ${onlyIfDurable}
# A new clinic's tables grow from nothing within minutes: their first statistics come within seconds.
autovacuum_naptime = 10s

timezone = 'UTC'
log_timezone = 'UTC'
lc_messages = 'C'

# No patient data in any log: no statements, no parameters, and no DETAIL lines, which repeat the values of a row.
logging_collector = off
log_destination = 'stderr'
log_statement = 'none'
log_duration = off
log_min_duration_statement = -1
log_min_error_statement = panic
log_parameter_max_length = 0
log_parameter_max_length_on_error = 0
log_error_verbosity = terse
log_line_prefix = '%m [%p] '
`
}
