import { useEffect, useState } from 'react'
import { PASSWORD_MIN_LENGTH } from '../../../contract/auth.ts'
import type { AboutAccount, Weakness } from '../../../domain/password-strength.ts'
import { lazyModule } from '../../ui/lazy.tsx'

/** Judges new passwords; not kept on the device, since setting one needs the server. */
const passwordStrength = lazyModule(() => import('./password-strength.ts'))

/** Milliseconds at rest before a judgement, which takes a slow phone a tenth of a second. */
const AT_REST_MS = 300

/**
 * How a new password is judged while it is typed; null: too short for it, not judged yet, or what judges could not be
 * fetched. Then the server judges, as it does in any case.
 * @param about what the form knows of the account
 */
export function usePasswordVerdict(
  password: string,
  { username, email, surname, otherNames }: Omit<AboutAccount, 'clinic'>,
): Weakness | 'strong' | null {
  const [verdict, setVerdict] = useState<{ of: string; is: Weakness | 'strong' } | null>(null)
  const isTyped = password !== ''
  useEffect(() => {
    if (isTyped) passwordStrength.load().catch(() => {})
  }, [isTyped])
  useEffect(() => {
    if (password.length < PASSWORD_MIN_LENGTH) return
    let isOver = false
    const judge = async () => {
      const { weaknessOf } = await passwordStrength.load()
      const about = { username, email, surname, otherNames }
      if (!isOver) setVerdict({ of: password, is: weaknessOf(password, about) ?? 'strong' })
    }
    const timer = setTimeout(() => void judge().catch(() => {}), AT_REST_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [password, username, email, surname, otherNames])
  return verdict?.of === password ? verdict.is : null
}
