import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PASSWORD_MIN_LENGTH } from '../../../contract/auth.ts'
import type { AboutAccount, Weakness } from '../../../domain/password-strength.ts'
import type { FormField } from '../../ui/form/form-field.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { lazyModule } from '../../ui/lazy.tsx'

type Props = {
  password: FormField
  repeat: FormField
  label: string
  repeatLabel: string
  /** Facts of the account in the form, which a password must not contain. */
  about?: Omit<AboutAccount, 'clinic'>
}

const Verdict = styled('p')(({ theme }) => ({
  marginTop: -8,
  lineHeight: 1.5,
  // Its line is there before its words: the button below must not move away from under a press.
  '&[data-typed=true]': { minHeight: '1.5em' },
  '&[data-typed=false]:empty': { display: 'none' },
  fontSize: '0.875rem',
  color: theme.vars.palette.text.secondary,
}))

/** The rule is shown before anyone breaks it, and what becomes of it while they type. */
export function NewPasswordFields({ password, repeat, label, repeatLabel, about = {} }: Props) {
  const { t } = useTranslation('account')
  const verdict = usePasswordVerdict(password.value, about)
  const sentence = verdict === 'strong' ? t('passwordStrong') : verdict && t(`field.${verdict}`)
  return (
    <>
      <PasswordField
        field={password}
        label={label}
        hint={t('passwordHint')}
        autoComplete="new-password"
        showLabel={t('showPassword')}
      />
      {/* What the server has refused stands in the field already. */}
      <Verdict role="status" data-typed={password.value !== ''}>
        {password.error === undefined ? sentence : null}
      </Verdict>
      <PasswordField
        field={repeat}
        label={repeatLabel}
        autoComplete="new-password"
        showLabel={t('showPassword')}
      />
    </>
  )
}

/** Judges new passwords; not kept on the device, since setting one needs the server. */
const passwordStrength = lazyModule(() => import('./password-strength.ts'))

/** Milliseconds at rest before a judgement, which takes a slow phone a tenth of a second. */
const AT_REST_MS = 300

/**
 * Strength of a new password while it is typed; null: too short, not judged yet, or the code could not be fetched.
 * The server judges in any case.
 * @param about facts of the account in the form
 */
function usePasswordVerdict(
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
