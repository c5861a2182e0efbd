import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { CorrectPatient, type CorrectPatientWire, type PatientRecord } from '../../../../contract/patients.ts'
import { ownValue } from '../../../../domain/own.ts'
import { correctPatient } from '../../../api/patients.ts'
import { Hint } from '../../../ui/card.tsx'
import { DialogButtons } from '../../../ui/dialog-body.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { type Problems, problemsOf } from '../../../ui/form/problems.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { PERSON_FIELDS, type PersonField, PersonFields } from './person-fields.tsx'
import { useRecordChange } from './use-record-change.ts'

export const FormPlace = styled('div')({ display: 'grid', gap: 16, padding: 20 })

const valuesOf = (record: PatientRecord) =>
  Object.fromEntries(
    Object.keys(PERSON_FIELDS).map((name) => [name, ownValue(record, name) ?? '']),
  ) as Record<PersonField, string>

/** Only what differs: what is not touched is not checked either, as what an old file says. */
function changesOf(values: Record<PersonField, string>, record: PatientRecord): CorrectPatientWire {
  const before = valuesOf(record)
  const changed = Object.entries(values).filter(([name, text]) => text.trim() !== ownValue(before, name))
  return Object.fromEntries(changed.map(([name, text]) => [name, text.trim()])) as CorrectPatientWire
}

/** Contact and person, in the place of the record's head. */
export function CorrectForm({ record, onClose }: { record: PatientRecord; onClose: () => void }) {
  const { t } = useTranslation('records')
  const change = useRecordChange()
  const form = useForm({
    about: record.id,
    initial: valuesOf(record),
    check(values) {
      const changes = changesOf(values, record)
      if (Object.keys(changes).length === 0) return {}
      return problemsOf(v.object(CorrectPatient.pipe[0].entries), changes as never) as Problems<PersonField>
    },
    async send(values) {
      const changes = changesOf(values, record)
      if (Object.keys(changes).length > 0) change.done(await correctPatient(record, changes))
      onClose()
    },
    failed: change.failed,
    messages: change.messages,
  })
  return (
    <FormPlace>
      <h2>{t('correct.title', { name: record.displayName })}</h2>
      <Hint>{t('correct.hint')}</Hint>
      <Form form={form} label={t('correct.open')}>
        <PersonFields field={form.field} />
        <DialogButtons>
          <Button variant="outlined" onClick={onClose}>
            {t('cancel')}
          </Button>
          <SubmitButton busy={form.busy} busyText={t('saving')}>
            {t('save')}
          </SubmitButton>
        </DialogButtons>
      </Form>
    </FormPlace>
  )
}
