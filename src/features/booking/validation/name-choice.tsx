import { useTranslation } from 'react-i18next'
import { messageFor } from '../../../http/message-for.ts'
import { Hint } from '../../../ui/card.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useMessages } from '../../../ui/messages.ts'
import { useFieldMessages } from '../../../ui/use-field-messages.ts'
import { Buttons } from './buttons.tsx'
import { HeadWithBack } from './head-with-back.tsx'
import { useRequestCode } from './use-request-code.ts'
import type { VerifyState } from './verify-state.ts'

type Props = { state: Extract<VerifyState, { stage: 'choice' }> }

/** Which one of a family it is; the code is sent once that is known (specification, section 2: 'Step 1'). */
export function NameChoice({ state: { contact, names } }: Props) {
  const { t } = useTranslation(['verify', 'booking'])
  const { notify } = useMessages()
  const request = useRequestCode()
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => (name === '' ? { name: { key: 'name_required' } } : {}),
    send: ({ name }) => request(contact, name),
    failed: (error) => notify('error', messageFor(error, t('booking:error.request'))),
    messages: useFieldMessages('verify', 'booking'),
  })
  const options = names.map(({ rawId, name }) => ({ value: rawId, label: name }))
  return (
    <>
      <div>
        <HeadWithBack>{t('choice.title')}</HeadWithBack>
        <Hint>{t('choice.intro')}</Hint>
      </div>
      <Form form={form}>
        <SelectField
          field={form.field('name')}
          label={t('choice.label')}
          options={[{ value: '', label: t('choice.placeholder') }, ...options]}
          autoFocus
        />
        <Buttons>
          <SubmitButton busy={form.busy} busyText={t('confirming')}>
            {t('confirm')}
          </SubmitButton>
        </Buttons>
      </Form>
    </>
  )
}
