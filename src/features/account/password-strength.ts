import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { type AboutAccount, type Weakness, weaknessBy } from '../../../domain/password-strength.ts'
import { clinicFacts } from '../../clinic.ts'

/*
 * Judges on the device, so that nothing of a password leaves it before it is sent, and nobody can have the server judge for
 * nothing. With its 49,000 passwords it is fetched when a new one is typed, and kept nowhere.
 */

const zxcvbn = new ZxcvbnFactory({
  dictionary: { passwords: dictionary['passwords-common'] },
  graphs: adjacencyGraphs,
})

/** As the server judges, which knows more of the account. @param about what the form knows of it */
export function weaknessOf(password: string, about: Omit<AboutAccount, 'clinic'>): Weakness | null {
  return weaknessBy((text, words) => zxcvbn.check(text, words), password, { ...about, clinic: clinicFacts() })
}
