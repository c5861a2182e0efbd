import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { AboutAccount } from '../../../domain/password-strength.ts'
import type { FormField } from '../../ui/form/form-field.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { usePasswordVerdict } from './use-password-verdict.ts'

type Props = {
  password: FormField
  repeat: FormField
  label: string
  repeatLabel: string
  /** What the form knows of the account, which a password must not rest on. */
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
