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
  const who = name === null ? 'Somebody' : oneLine(name)
  const { subject, lead, more, page = '/audit' } = SENTENCES[kind](who, details)
  const content: AccountMailContent = {
    subject: `${subject}, ${clinic}`,
    lead,
    more,
    end: 'At most one such mail an hour is sent about the same person. The page to look at:',
    lastLink: { url: `${origin}${page}`, label: 'Look at it' },
  }
  return accountMail(to, clinic, content)
}

/** Host of a webhook. Alarms of earlier versions did not name it. */
const host = (name: unknown) => (typeof name === 'string' ? oneLine(name) : 'an address')

/** `page`: where something can be done about it; by default the audit trail. */
type Sentences = { subject: string; lead: string; more: string; page?: string }

const SENTENCES: Record<AlarmKind, (who: string, details: Record<string, unknown>) => Sentences> = {
  failed_sign_ins: (who, { moreThan }) => ({
    subject: 'Many refused sign-ins',
    lead: `more than ${moreThan} sign-ins within an hour were refused for ${who === 'Somebody' ? 'names that no account has' : `the account of ${who}`}.`,
    more: 'If it was not a forgotten password, somebody is guessing. Guessing is slowed down by itself.',
  }),
  mass_reads: (who, { patients }) => ({
    subject: 'Very many patients read',
    lead: `${who} has opened, found, exported or listed ${patients} different patients within an hour.`,
    more: 'Ask whether it was for work. If not, disable the account on the page of staff, which ends its sessions at once.',
  }),
  export: (who) => ({
    subject: 'Appointments were exported',
    lead: `${who} has saved a list of appointments as a file.`,
    more: 'A file leaves the protection of the portal. Ask what it is for, and that it is deleted afterwards.',
  }),
  new_admin: (who) => ({
    subject: 'A new admin',
    lead: `${who} is an admin now, and may do everything.`,
    more: 'If no admin of the clinic meant this, disable the account at once, and ask who invited it or made it one.',
    page: '/staff',
  }),
  flood: (_, { bookings }) => ({
    subject: 'Unusually many bookings',
    lead: `strangers book far more than usual: ${bookings} appointments within the last hour.`,
    more: 'Who books now has to show first that a person is there, which browsers do by themselves. Look at where the bookings came from, and cancel what nobody will come for.',
    page: '/recent-bookings',
  }),
  webhook_off: (_, { name, reason }) => ({
    subject: 'A webhook is switched off',
    lead:
      reason === 'secret'
        ? `the secret of the webhook to ${host(name)} is not in this database, as after a restore, and so it is switched off.`
        : `the program at ${host(name)} has taken nothing in 50 tries in a row, and so its webhook is switched off.`,
    more: 'What happens to visits waits for 48 hours. Look at the last deliveries, and switch it on again once its cause is found.',
    page: '/webhooks',
  }),
  backup_old: (_, { hours }) => ({
    subject: 'No new backup',
    lead: `the last backup is ${hours} hours old.`,
    more: 'Tell whoever runs the server: npm run backup says why there is no new one.',
  }),
}
