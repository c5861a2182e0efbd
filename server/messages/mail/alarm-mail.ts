import type { Pool } from 'pg'
import type { AlarmKind } from '../../accounts/audit/alarms.ts'
import { oneLine } from '../../platform/text/text.ts'
import { type AccountMailContent, accountMail, type Recipient } from './account-mail.ts'
import type { Mail } from './transport.ts'

type StoredAlarm = {
  kind: AlarmKind
  /** Name of the staff member concerned, with the username; null: none in particular. */
  name: string | null
  details: Record<string, unknown>
}

/** An alarm and its recipient; null when either is gone, or the account is disabled. */
export async function storedAlarm(
  db: Pick<Pool, 'query'>,
  alarmId: string,
  adminId: string,
): Promise<(StoredAlarm & { to: Recipient }) | null> {
  const { rows } = await db.query(
    `SELECT substr(a.action, 7) AS kind, a.details,
       about.other_names || ' ' || about.surname || ' (' || about.username || ')' AS name,
       json_build_object('email', admin.email, 'surname', admin.surname, 'otherNames', admin.other_names) AS "to"
     FROM audit_log a CROSS JOIN staff admin LEFT JOIN staff about ON about.id::text = a.subject_id
     WHERE a.id = $1 AND a.action LIKE 'alarm.%' AND admin.id = $2 AND admin.disabled_at IS NULL`,
    [alarmId, adminId],
  )
  return rows[0] ?? null
}

/** @param origin of the page, without a trailing slash */
export function alarmMail(
  { kind, name, details, to }: StoredAlarm & { to: Recipient },
  clinic: string,
  origin: string,
): Mail {
  const who = name === null ? 'Someone' : oneLine(name)
  const { subject, lead, more, page = '/audit' } = SENTENCES[kind](who, details)
  const content: AccountMailContent = {
    subject: `${subject}, ${clinic}`,
    lead,
    more,
    end: 'We send at most one such email an hour about the same person. See the details here:',
    lastLink: { url: `${origin}${page}`, label: 'See the details' },
  }
  return accountMail(to, clinic, content)
}

/** Host of a webhook. Alarms of earlier versions did not name it. */
const host = (name: unknown) => (typeof name === 'string' ? oneLine(name) : 'an address')

/** `page`: where something can be done about it; by default the audit trail. */
type Sentences = { subject: string; lead: string; more: string; page?: string }

const SENTENCES: Record<AlarmKind, (who: string, details: Record<string, unknown>) => Sentences> = {
  failed_sign_ins: (who, { moreThan }) => ({
    subject: 'Many failed sign-ins',
    lead: `More than ${moreThan} sign-ins failed within an hour for ${who === 'Someone' ? 'names that no account has' : `the account of ${who}`}.`,
    more: "If it wasn't a forgotten password, someone is guessing. Guessing is slowed down automatically.",
  }),
  mass_reads: (who, { patients }) => ({
    subject: 'Very many patients viewed',
    lead: `${who} has opened, found, exported or listed ${patients} different patients within an hour.`,
    more: 'Ask whether it was for work. If not, disable the account on the staff page, which signs it out straight away.',
  }),
  export: (who) => ({
    subject: 'Appointments were exported',
    lead: `${who} has saved a list of appointments as a file.`,
    more: "A file isn't protected by the portal. Ask what it's for, and make sure it's deleted afterwards.",
  }),
  new_admin: (who) => ({
    subject: 'A new administrator',
    lead: `${who} is now an administrator and can do everything.`,
    more: 'If no administrator of the clinic intended this, disable the account straight away and ask who invited it or gave it this access.',
    page: '/staff',
  }),
  flood: (_, { bookings }) => ({
    subject: 'Unusually many bookings',
    lead: `Strangers are booking far more than usual: ${bookings} appointments within the last hour.`,
    more: 'New bookings now have to pass a check against robots, which browsers do automatically. Look at where the bookings came from and cancel those nobody will come for.',
    page: '/recent-bookings',
  }),
  webhook_off: (_, { name, reason }) => ({
    subject: 'A webhook was turned off',
    lead:
      reason === 'secret'
        ? `The webhook to ${host(name)} was turned off, because its secret isn't in this database, as happens after a restore.`
        : `The webhook to ${host(name)} was turned off after 50 failed tries in a row.`,
    more: 'Events are queued for 48 hours. Look at the latest deliveries and turn it on again once you have found the cause.',
    page: '/webhooks',
  }),
  backup_old: (_, { hours }) => ({
    subject: 'No recent backup',
    lead: `The last backup is ${hours} hours old.`,
    more: "Tell whoever runs the server: npm run backup says why there's no new one.",
  }),
}
