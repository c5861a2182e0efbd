import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KEY_SCOPES } from '../../../../contract/api-keys.ts'
import { clinicDate } from '../../../../domain/clinic-time.ts'
import { apiKeyQueries, makeApiKey } from '../../../api/api-keys.ts'
import { refetchChanged } from '../../../api/refetch-changed.ts'
import { clock } from '../../../clock.ts'
import { messageFor } from '../../../http/message-for.ts'
import { DialogBody, DialogFoot, DialogIntro, DialogMessages } from '../../../ui/dialog-body.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useMessages } from '../../../ui/messages.ts'
import { useFieldMessages } from '../../../ui/use-field-messages.ts'
import { useClinic } from '../../../use-clinic.ts'
import { checkKey, DAYS, wireOf } from './key-form.ts'
import { ShownKey } from './shown-key.tsx'

/** Makes a key, and shows it this once. */
export function MakeDialog({ onClose }: { onClose: () => void }) {
  const clinic = useClinic()
  const { t } = useTranslation('keys')
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const [key, setKey] = useState<string | null>(null)
  const codes = clinic.locations.map(({ code }) => code)
  const today = clinicDate(clock.now(), clinic.timeZone)
  const form = useForm({
    initial: { name: '', scopes: '', locations: codes.join(), days: '365' },
    check: checkKey(codes, today),
    messages: useFieldMessages('keys'),
    send: async (values, idempotencyKey) => {
      clear()
      setKey(await makeApiKey(wireOf(values, codes, today), idempotencyKey))
      await refetchChanged(queries, apiKeyQueries.all())
    },
    failed: (error) => notify('error', messageFor(error, t('make.failed'))),
  })
  const close = () => {
    if (form.busy) return
    clear()
    onClose()
  }
  if (key !== null) {
    return (
      <FormDialog labelledBy="shown-key" onClose={() => {}}>
        <ShownKey secret={key} name={form.values.name.trim()} onDone={close} />
      </FormDialog>
    )
  }
  return (
    <FormDialog labelledBy="make-key" onClose={close}>
      <DialogBody>
        <DialogIntro>
          <h2 id="make-key">{t('make.title')}</h2>
          <p>{t('make.text')}</p>
        </DialogIntro>
        <DialogMessages />
        <Form form={form}>
          <TextField
            field={form.field('name')}
            label={t('make.name')}
            hint={t('make.nameHint')}
            autoCapitalize="sentences"
            required
            autoFocus
          />
          <CheckboxField
            field={form.field('scopes')}
            label={t('make.scopes')}
            hint={t('make.scopesHint')}
            options={KEY_SCOPES.map((scope) => ({ value: scope, label: t(`scopes.${keyOf(scope)}`) }))}
          />
          {codes.length > 1 && (
            <CheckboxField
              field={form.field('locations')}
              label={t('make.locations')}
              options={clinic.locations.map(({ code, name }) => ({ value: code, label: name }))}
            />
          )}
          <SelectField
            field={form.field('days')}
            label={t('make.days')}
            options={DAYS.map((days) => ({
              value: days,
              label: days === '' ? t('make.forever') : t('make.forDays', { count: Number(days) }),
            }))}
          />
          <DialogFoot>
            <Button variant="outlined" disabled={form.busy} onClick={close}>
              {t('cancel')}
            </Button>
            <SubmitButton busy={form.busy} busyText={t('make.busy')}>
              {t('make.submit')}
            </SubmitButton>
          </DialogFoot>
        </Form>
      </DialogBody>
    </FormDialog>
  )
}

/** i18next reads a dot as a step into an object. */
export const keyOf = <S extends string>(scope: S) => scope.replace('.', '_') as ScopeKey<S>
type ScopeKey<S extends string> = S extends `${infer A}.${infer B}` ? `${A}_${B}` : S
