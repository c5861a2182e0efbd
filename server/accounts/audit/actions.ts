import type { AuditKind } from '../../../contract/audit.ts'

/**
 * Weight of a read in the alarm of mass reads: all of it; only the part outside the days around today, as lists of
 * those are everybody's daily work; or not at all, where no staff member is behind it or it is counted elsewhere.
 */
export type ReadCounts = 'always' | 'far' | 'never'

type Facts = {
  /** The filters of the page that show it. */
  kinds: readonly [AuditKind, ...AuditKind[]]
  /** Set where it says who saw patients. */
  read?: ReadCounts
}

/**
 * All actions of the audit trail. The only list: writers take their actions from here, and so do the page's filter, the
 * readers of a patient and the alarm of mass reads.
 * A read names its patients by any of: its subject (an appointment or a patient), `ids` or `appointments`, `patients`
 * or `exact` of its details. An export names only its filter, since it may have a hundred thousand rows.
 */
export const ACTIONS = {
  'appointment.read': { kinds: ['reads', 'appointments'], read: 'always' },
  'patient.read': { kinds: ['reads', 'patients'], read: 'always' },
  'patients.searched': { kinds: ['reads', 'patients'], read: 'always' },
  'appointments.searched': { kinds: ['reads'], read: 'always' },
  'appointments.listed': { kinds: ['reads'], read: 'far' },
  'notifications.listed': { kinds: ['reads'], read: 'far' },
  'device.prefetched': { kinds: ['reads', 'devices'], read: 'never' },
  'feed.fetched': { kinds: ['reads'], read: 'never' },
  'appointments.exported': { kinds: ['reads'], read: 'never' },
  'appointments.export_ended': { kinds: ['reads'], read: 'never' },
  'patient.exported': { kinds: ['reads', 'patients'], read: 'never' },

  'appointment.booked': { kinds: ['appointments'] },
  'appointment.confirmed': { kinds: ['appointments'] },
  'appointment.reopened': { kinds: ['appointments'] },
  'appointment.cancelled': { kinds: ['appointments'] },
  'appointment.moved': { kinds: ['appointments'] },
  'appointment.moved_by_patient': { kinds: ['appointments'] },
  'appointment.confirmed_by_patient': { kinds: ['appointments'] },
  'appointment.cancelled_by_patient': { kinds: ['appointments'] },
  'appointment.reopened_by_patient': { kinds: ['appointments'] },
  'appointment.call_asked_by_patient': { kinds: ['appointments', 'todo'] },
  'appointment.recall': { kinds: ['appointments', 'waiting'] },
  'appointment.arrived': { kinds: ['appointments'] },
  'appointment.in_chair': { kinds: ['appointments'] },
  'appointment.done': { kinds: ['appointments'] },
  'appointment.no_show': { kinds: ['appointments'] },
  'appointment.visit_undone': { kinds: ['appointments'] },
  'appointments.told_late': { kinds: ['appointments'] },
  'appointments.imported': { kinds: ['appointments'] },
  'appointments.anonymised': { kinds: ['appointments', 'server'] },

  'waiting.added': { kinds: ['waiting'] },
  'waiting.changed': { kinds: ['waiting'] },
  'waiting.removed': { kinds: ['waiting'] },
  'waiting.declined': { kinds: ['waiting'] },
  'todo.done': { kinds: ['todo'] },
  'todo.reopened': { kinds: ['todo'] },

  'blocker.created': { kinds: ['blockers'] },
  'blocker.changed': { kinds: ['blockers'] },
  'blocker.deleted': { kinds: ['blockers'] },
  'closure.created': { kinds: ['closures', 'blockers'] },
  'closure.taken_back': { kinds: ['closures', 'blockers'] },
  'closure.patients_told': { kinds: ['closures', 'blockers'] },

  'patient.created': { kinds: ['patients'] },
  'patient.corrected': { kinds: ['patients'] },
  'patient.noted': { kinds: ['patients'] },
  'patient.joined': { kinds: ['patients'] },
  'patient.parted': { kinds: ['patients'] },
  'patient.erased': { kinds: ['patients'] },
  'patient.readmitted': { kinds: ['patients'] },
  'patients.imported': { kinds: ['patients'] },

  'staff.signed_in': { kinds: ['staff'] },
  'staff.signed_out': { kinds: ['staff'] },
  'staff.signed_out_everywhere': { kinds: ['staff'] },
  'staff.session_ended': { kinds: ['staff'] },
  'staff.added': { kinds: ['staff'] },
  'staff.invited': { kinds: ['staff'] },
  'staff.invitation_withdrawn': { kinds: ['staff'] },
  'staff.registered': { kinds: ['staff'] },
  'staff.profile_changed': { kinds: ['staff'] },
  'staff.password_reset': { kinds: ['staff'] },
  'staff.password_changed': { kinds: ['staff'] },
  'staff.factor_added': { kinds: ['staff'] },
  'staff.factor_removed': { kinds: ['staff'] },
  'staff.factors_reset': { kinds: ['staff'] },
  'staff.recovery_codes_made': { kinds: ['staff'] },
  'staff.recovery_code_used': { kinds: ['staff'] },
  'staff.access_changed': { kinds: ['staff'] },
  'staff.provider_bound': { kinds: ['staff'] },
  'staff.provider_forgotten': { kinds: ['staff'] },
  'staff.disabled': { kinds: ['staff'] },
  'staff.enabled': { kinds: ['staff'] },

  'device.registered': { kinds: ['devices'] },
  'device.revoked': { kinds: ['devices'] },
  'device.key_changed': { kinds: ['devices'] },
  'device.pin_set': { kinds: ['devices'] },
  'device.pin_spent': { kinds: ['devices'] },
  'device.person_removed': { kinds: ['devices'] },
  'device.locked_out': { kinds: ['devices'] },

  'alarm.failed_sign_ins': { kinds: ['alarms'] },
  'alarm.mass_reads': { kinds: ['alarms'] },
  'alarm.export': { kinds: ['alarms'] },
  'alarm.new_admin': { kinds: ['alarms'] },
  'alarm.flood': { kinds: ['alarms'] },
  'alarm.backup_old': { kinds: ['alarms'] },
  'alarm.webhook_off': { kinds: ['alarms'] },

  'feed.made': { kinds: ['reads', 'server'] },
  'feed.revoked': { kinds: ['reads', 'server'] },
  'feed.ended': { kinds: ['reads', 'server'] },
  'key.made': { kinds: ['server'] },
  'key.revoked': { kinds: ['server'] },
  'webhook.added': { kinds: ['server'] },
  'webhook.switched_on': { kinds: ['server'] },
  'webhook.switched_off': { kinds: ['server'] },
  'webhook.secret_renewed': { kinds: ['server'] },
  'webhook.deleted': { kinds: ['server'] },
  'webhook.tested': { kinds: ['server'] },
  'webhook.redelivered': { kinds: ['server'] },
  'backup.taken': { kinds: ['server'] },
  'backup.verified': { kinds: ['server'] },
  'backup.restored': { kinds: ['server'] },
  'server.undeclared_proxy': { kinds: ['server'] },
  'audit.retired': { kinds: ['server'] },
  'audit.exported': { kinds: ['reads', 'server'] },
} as const satisfies Record<string, Facts>

export type AuditAction = keyof typeof ACTIONS

/** Actions that record who saw patients. */
export type ReadAction = {
  [A in AuditAction]: (typeof ACTIONS)[A] extends { read: ReadCounts } ? A : never
}[AuditAction]

const facts = Object.entries(ACTIONS) as [AuditAction, Facts][]

export const READ_ACTIONS = facts.flatMap(([action, { read }]) => (read ? [action as ReadAction] : []))

/** The reads that count so for the alarm. */
export const readsThatCount = (how: ReadCounts) =>
  facts.flatMap(([action, { read }]) => (read === how ? [action] : []))

/** The actions that a filter of the page shows. */
export const actionsOf = (kind: AuditKind) =>
  facts.flatMap(([action, { kinds }]) => (kinds.includes(kind) ? [action] : []))
