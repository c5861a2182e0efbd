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
    lead: `a new password was asked for, for your account at ${clinicName}. Open this page to choose it:`,
    link: { url: link, label: 'Choose a new password' },
    more: `The link works once, for ${minutes} minutes.`,
    end: 'If you did not ask for this, ignore this mail: your password stays as it is.',
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
    lead: `you are invited to the appointment portal of ${clinicName}. Open this page to make your account:`,
    link: { url: link, label: 'Make your account' },
    more:
      provider === null
        ? `The link works once, for ${days} days. You will be asked for the address this mail came to.`
        : `You sign in with ${oneLine(provider)}, by your account there that has the address this mail came to, within ${days} days.`,
    end: 'If you did not expect this, ignore this mail: nothing happens without you.',
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
    lead: `the password of your account at ${clinicName} was changed on ${spokenTime(at, clinic.timeZone, ENGLISH)}.`,
    more: 'You have been signed out on every device.',
    end: 'If this was not you, tell an admin of the clinic at once, and set a new password here:',
    lastLink: { url: link, label: 'Set a new password' },
  })
}

/** The mail to a person who sets up their first second factor after a right password. */
export function factorCodeMail(to: Recipient, clinic: Clinic, code: string): Mail {
  const clinicName = oneLine(clinic.name)
  return accountMail(to, clinicName, {
    subject: `Your code, ${clinicName}`,
    lead: `${code} is the code for setting up the second step of your sign-in at ${clinicName}.`,
    more: 'It works once, within ten minutes of your sign-in. Nobody of the clinic will ask you for it.',
    end: 'If you did not just sign in, somebody knows your password: change it, and tell an admin of the clinic.',
  })
}

const FACTOR_CHANGES: Readonly<Record<string, string>> = {
  'staff.factor_added': 'a second step was added to the sign-in of',
  'staff.factor_removed': 'a second step was removed from the sign-in of',
  'staff.factors_reset': 'all second steps were taken from the sign-in of',
  'staff.recovery_codes_made': 'new recovery codes were made for',
  'staff.recovery_code_used': 'somebody signed in with a recovery code of',
}
/** Entries of the audit trail that an account's owner is notified of. */
export const FACTOR_ACTIONS = Object.keys(FACTOR_CHANGES)

/** @param action one of `FACTOR_ACTIONS` */
export function factorsChangedMail(to: Recipient, clinic: Clinic, action: string, at: Date): Mail {
  const clinicName = oneLine(clinic.name)
  const happened = ownValue(FACTOR_CHANGES, action) ?? 'the second steps were changed of'
  return accountMail(to, clinicName, {
    subject: `The second step of your sign-in, ${clinicName}`,
    lead: `${happened} your account at ${clinicName} on ${spokenTime(at, clinic.timeZone, ENGLISH)}.`,
    more: 'You see your second steps, and remove them, in your profile.',
    end: 'If this was not you, tell an admin of the clinic at once, and change your password.',
  })
}

/**
 * Warns of wrong passwords from many places.
 * @param link to the page that sends reset links
 */
export function guessingMail(to: Recipient, clinic: Clinic, link: string): Mail {
  const clinicName = oneLine(clinic.name)
  return accountMail(to, clinicName, {
    subject: `Somebody tries passwords at your account, ${clinicName}`,
    lead: `within an hour more than 20 wrong passwords were typed for your account at ${clinicName}.`,
    more: 'None of these was right. You can go on working: browsers in which you have signed in before are not held up.',
    end: 'If your password is short, or used elsewhere too, set a new one here. If this goes on, tell an admin of the clinic.',
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
