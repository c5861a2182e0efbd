import {
  type AboutAccount,
  type Guess,
  type Weakness,
  weaknessBy,
} from '../../../domain/password-strength.ts'
import { invalidInput } from '../../platform/http/failure.ts'

/** @throws HttpFailure 400 at the field `password` when the password is easy to guess */
export async function checkNewPassword(password: string, about: AboutAccount): Promise<void> {
  const weakness = await weaknessOf(password, about)
  if (weakness) throw invalidInput({ password: weakness })
}

/** Reason why a password is easy to guess; the page says the same while it is typed. */
export async function weaknessOf(password: string, about: AboutAccount = {}): Promise<Weakness | null> {
  return weaknessBy(await estimator(), password, about)
}

let loaded: Promise<Guess> | undefined

/** 49,000 common passwords, loaded on first use: most servers rarely need them. */
function estimator(): Promise<Guess> {
  loaded ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }]) => {
      const zxcvbn = new ZxcvbnFactory({
        dictionary: { passwords: dictionary['passwords-common'] },
        graphs: adjacencyGraphs,
      })
      return (text, words) => zxcvbn.check(text, words)
    },
  )
  return loaded
}
