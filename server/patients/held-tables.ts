/**
 * What every table stores about patients. A test compares it with the catalog's tables and references to
 * patients or appointments: whoever adds a table declares it here, and exports and erases its data.
 */
export const HELD_TABLES: Record<string, 'exported and erased' | { holdsNothing: string }> = {
  'public.patients': 'exported and erased',
  'public.appointments': 'exported and erased',
  'public.sessions': 'exported and erased',
  'public.challenges': 'exported and erased',
  'public.idempotency_keys': 'exported and erased',
  'pgboss.job': 'exported and erased',
  'public.audit_log': {
    holdsNothing: 'ids alone; what they point at is nobody after erasing. It is exported.',
  },
  'public.erased_clinic_ids': { holdsNothing: 'a note, by a hash of the clinic id, that someone was erased' },
  'public.retention_runs': { holdsNothing: 'when retention last looked' },
  'public.rate_limits': { holdsNothing: 'counters by a hash of the caller or contact, for a day at most' },
  'public.doctors': { holdsNothing: 'the clinic' },
  'public.services': { holdsNothing: 'the clinic' },
  'public.blockers': { holdsNothing: 'the clinic' },
  'public.blocker_changes': { holdsNothing: 'a count' },
  'public.staff': { holdsNothing: 'staff' },
  'public.password_resets': { holdsNothing: 'staff' },
  'public.invitations': { holdsNothing: 'staff' },
  'public.oidc_sign_ins': { holdsNothing: 'staff' },
  'public.staff_factors': { holdsNothing: 'staff' },
  'public.recovery_codes': { holdsNothing: 'staff' },
  'public.factor_steps': { holdsNothing: 'staff' },
  'public.devices': { holdsNothing: 'reception tablets' },
  'drizzle.__drizzle_migrations': { holdsNothing: 'which migrations have run' },
  'pgboss.bam': { holdsNothing: 'pg-boss itself' },
  'pgboss.job_dependency': { holdsNothing: 'pg-boss itself' },
  'pgboss.queue': { holdsNothing: 'pg-boss itself' },
  'pgboss.queue_stats': { holdsNothing: 'pg-boss itself' },
  'pgboss.schedule': { holdsNothing: 'pg-boss itself' },
  'pgboss.subscription': { holdsNothing: 'pg-boss itself' },
  'pgboss.version': { holdsNothing: 'pg-boss itself' },
  'pgboss.warning': { holdsNothing: 'pg-boss itself' },
}
