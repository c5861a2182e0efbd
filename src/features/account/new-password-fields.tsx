import { useTranslation } from 'react-i18next'
import type { FormField } from '../../ui/form/form-field.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'

type Props = { password: FormField; repeat: FormField; label: string; repeatLabel: string }

/** The rule is shown before anyone breaks it. */
export function NewPasswordFields({ password, repeat, label, repeatLabel }: Props) {
  const { t } = useTranslation('account')
  return (
    <>
      <PasswordField
        field={password}
        label={label}
        hint={t('passwordHint')}
        autoComplete="new-password"
        showLabel={t('showPassword')}
      />
      <PasswordField
        field={repeat}
        label={repeatLabel}
        autoComplete="new-password"
        showLabel={t('showPassword')}
      />
    </>
  )
}
