import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { messageFor } from '../../../http/message-for.ts'
import { Form } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useMessages } from '../../../ui/messages.ts'
import { useFieldMessages } from '../../../ui/use-field-messages.ts'

type Props = {
  label: string
  /** 'digits' sends itself at the sixth. */
  kind: 'digits' | 'recovery'
  send: (code: string) => Promise<void>
  /** The button's words; left out, digits send themselves. */
  submit?: string
  autoFocus?: boolean
  children?: ReactNode
}

/** One field for a code. */
export function CodeForm({ label, kind, send, submit, autoFocus, children }: Props) {
  const { t } = useTranslation('factors')
  const { notify, clear } = useMessages()
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: { key: 'required' } } : {}),
    messages: useFieldMessages('account'),
    send: ({ code }) => {
      clear()
      return send(code)
    },
    failed: (error) => notify('error', messageFor(error, t('failed'))),
  })
  const { code } = form.values
  useEffect(() => {
    if (kind === 'digits' && /^\d{6}$/.test(code.replace(/\s/g, ''))) form.submit()
  }, [code])
  return (
    <Form form={form} label={label}>
      {children}
      <TextField
        field={form.field('code')}
        label={label}
        autoComplete="one-time-code"
        autoFocus={autoFocus ?? false}
        required
        {...(kind === 'digits' && { inputMode: 'numeric' as const })}
      />
      {submit && (
        <SubmitButton busy={form.busy} busyText={t('busy')} fullWidth>
          {submit}
        </SubmitButton>
      )}
    </Form>
  )
}
