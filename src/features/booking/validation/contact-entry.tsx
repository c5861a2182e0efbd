import Button from '@mui/material/Button'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { messageFor } from '../../../http/message-for.ts'
import { Hint } from '../../../ui/card.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useMessages } from '../../../ui/messages.ts'
import { useFieldMessages } from '../../../ui/use-field-messages.ts'
import { useOnline } from '../../../ui/use-online.ts'
import { ofPatient } from '../step/auto-complete.ts'
import { Buttons } from './buttons.tsx'
import { useRequestCode } from './use-request-code.ts'

type Props = {
  /** Whether the input takes the focus: not where someone was led to without having pressed anything. */
  autoFocus: boolean
  onVisitor: (press: MouseEvent) => void
}

/** By what someone is registered, and Confirm (specification, section 2: 'Step 1'). */
export function ContactEntry({ autoFocus, onVisitor }: Props) {
  const { t } = useTranslation(['verify', 'booking'])
  const { notify } = useMessages()
  const request = useRequestCode()
  const isOnline = useOnline()
  const form = useForm({
    // The name on the wire, so that the server's complaint finds the field.
    initial: { destination: '' },
    check: ({ destination }) =>
      destination.trim() === '' ? { destination: { key: 'contact_required' } } : {},
    send: ({ destination }) => request(destination.trim()),
    failed: (error) => notify('error', messageFor(error, t('booking:error.request'))),
    messages: useFieldMessages('verify', 'booking'),
  })
  return (
    <Form form={form}>
      <TextField
        field={form.field('destination')}
        label={t('contact.label')}
        hint={t('contact.hint')}
        autoComplete={ofPatient('email')}
        autoFocus={autoFocus}
        required
      />
      {!isOnline && <Hint role="status">{t('contact.offline')}</Hint>}
      <Buttons>
        <SubmitButton busy={form.busy} busyText={t('confirming')}>
          {t('confirm')}
        </SubmitButton>
        <Button variant="text" onClick={onVisitor}>
          {t('visitor')}
        </Button>
      </Buttons>
    </Form>
  )
}
