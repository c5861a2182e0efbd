import { ownValue } from '../../../domain/own.ts'
import { spokenTime } from '../../platform/text/spoken-time.ts'
import { oneLine } from '../../platform/text/text.ts'
import { textsIn } from '../../platform/text/texts.ts'
import { htmlMail, sentence } from './html.ts'
import type { Mail } from './transport.ts'

// Staff mails are in English, whatever patients get.
const ENGLISH = textsIn('en')

export type Recipient = { email: string; surname: string; otherNames: string }

type Clinic = { name: string; timeZone: string }

/** @param minutes lifetime of the link */
export function resetMail(to: Recipient, clinic: Clinic, link: string, minutes: number): Mail {
  const clinicName = oneLine(clinic.name)
  return accountMail(to, clinicName, {
    subject: `Set a new password, ${clinicName}`,
    lead: `We've received a request for a new password for your account at ${clinicName}. Choose it here:`,
    link: { url: link, label: 'Choose a new password' },
    more: `The link works once, for ${minutes} minutes.`,
    end: "If you didn't request this, ignore this email: your password stays as it is.",
  })
}

/**
 * @param days lifetime of the link
 * @param provider name of the OpenID provider, where it is the only way to sign in
 */
export function invitationMail(
  to: Recipient,
  clinic: Clinic,
  link: string,
  days: number,
  provider: string | null = null,
): Mail {
  const clinicName = oneLine(clinic.name)
  return accountMail(to, clinicName, {
    subject: `Your account at ${clinicName}`,
    lead: `You're invited to the appointment portal of ${clinicName}. Create your account here:`,
    link: { url: link, label: 'Create your account' },
    more:
      provider === null
        ? `The link works once, for ${days} days. We'll ask you for the address this email was sent to.`
        : `Sign in with ${oneLine(provider)} within ${days} days, using the address this email was sent to.`,
    end: "If you didn't expect this, ignore this email and nothing will happen.",
  })
}

/**
 * Notifies of a new password, so that a change by someone else is noticed.
 * @param link to the page that sends reset links
 */
export function passwordChangedMail(to: Recipient, clinic: Clinic, link: string, at: Date): Mail {
  const clinicName = oneLine(clinic.name)
  return accountMail(to, clinicName, {
    subject: `Your password was changed, ${clinicName}`,
    lead: `The password of your account at ${clinicName} was changed on ${spokenTime(at, clinic.timeZone, ENGLISH)}.`,
    more: "You've been signed out on every device.",
    end: "If this wasn't you, tell an administrator of the clinic straight away and set a new password here:",
    lastLink: { url: link, label: 'Set a new password' },
  })
}

/** The mail to a person who sets up their first second factor after a right password. */
export function factorCodeMail(to: Recipient, clinic: Clinic, code: string): Mail {
  const clinicName = oneLine(clinic.name)
  return accountMail(to, clinicName, {
    subject: `Your code, ${clinicName}`,
    lead: `${code} is your code for setting up two-step verification at ${clinicName}.`,
    more: 'It works once, within ten minutes of your sign-in. Our staff will never ask for it.',
    end: "If you didn't just sign in, someone knows your password: change it and tell an administrator of the clinic.",
  })
}

const FACTOR_CHANGES: Readonly<Record<string, string>> = {
  'staff.factor_added': 'A two-step verification method was added to',
  'staff.factor_removed': 'A two-step verification method was removed from',
  'staff.factors_reset': 'Two-step verification was reset for',
  'staff.recovery_codes_made': 'New recovery codes were created for',
  'staff.recovery_code_used': 'Someone signed in with a recovery code for',
}
/** Entries of the audit trail that an account's owner is notified of. */
export const FACTOR_ACTIONS = Object.keys(FACTOR_CHANGES)

/** @param action one of `FACTOR_ACTIONS` */
export function factorsChangedMail(to: Recipient, clinic: Clinic, action: string, at: Date): Mail {
  const clinicName = oneLine(clinic.name)
  const happened = ownValue(FACTOR_CHANGES, action) ?? 'Two-step verification was changed for'
  return accountMail(to, clinicName, {
    subject: `Two-step verification for your account, ${clinicName}`,
    lead: `${happened} your account at ${clinicName} on ${spokenTime(at, clinic.timeZone, ENGLISH)}.`,
    more: 'You can see and remove your verification methods in your profile.',
    end: "If this wasn't you, tell an administrator of the clinic straight away and change your password.",
  })
}

/**
 * Warns of wrong passwords from many places.
 * @param link to the page that sends reset links
 */
export function guessingMail(to: Recipient, clinic: Clinic, link: string): Mail {
  const clinicName = oneLine(clinic.name)
  return accountMail(to, clinicName, {
    subject: `Someone is guessing your password, ${clinicName}`,
    lead: `More than 20 wrong passwords were entered for your account at ${clinicName} within an hour.`,
    more: "None of them was right. You can keep working: browsers you've signed in with before aren't slowed down.",
    end: 'If your password is short or used elsewhere too, set a new one here. If this goes on, tell an administrator of the clinic.',
    lastLink: { url: link, label: 'Set a new password' },
  })
}

export type AccountMailContent = {
  subject: string
  lead: string
  link?: { url: string; label: string }
  more: string
  end: string
  /** A page to look at, for what `end` says. */
  lastLink?: { url: string; label: string }
}

/** Text and HTML have the same content, with link addresses in full. */
export function accountMail(to: Recipient, clinicName: string, content: AccountMailContent): Mail {
  const { subject, lead, link, more, end, lastLink } = content
  const button = link ?? lastLink
  return {
    to: to.email,
    subject,
    ...htmlMail({
      language: ENGLISH.language,
      clinicName,
      greeting: `Hello ${oneLine(`${to.otherNames} ${to.surname}`)},`,
      lead: lastLink ? `${lead} ${more}` : lead,
      ...(lastLink ? { ask: end } : {}),
      ...(button ? { buttons: [{ label: button.label, href: button.url, isSpelled: true }] } : {}),
      notes: (lastLink ? [] : [more, end]).map(sentence),
    }),
  }
}
