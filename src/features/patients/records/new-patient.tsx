import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { NewPatient as NewPatientSchema } from '../../../../contract/patients.ts'
import { addPatient } from '../../../api/patients.ts'
import { DialogButtons } from '../../../ui/dialog-body.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { problemsOf } from '../../../ui/form/problems.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormPlace } from './correct-form.tsx'
import { PERSON_FIELDS, PersonFields } from './person-fields.tsx'
import { useRecordChange } from './use-record-change.ts'

const Panel = styled('section')(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.background.paper,
}))

/** A new registered patient. */
export function NewPatient({ onDone, onCancel }: { onDone: (id: string) => void; onCancel: () => void }) {
  const { t } = useTranslation('records')
  const change = useRecordChange()
  const form = useForm({
    initial: { ...PERSON_FIELDS, clinicId: '' },
    check: (values) => problemsOf(NewPatientSchema, values),
    async send({ gender, ...values }, key) {
      const record = await addPatient({ ...values, gender: gender as '' }, key)
      change.done(record)
      onDone(record.id)
    },
    failed: change.failed,
    messages: change.messages,
  })
  return (
    <Panel aria-labelledby="new-patient">
      <FormPlace>
        <h2 id="new-patient">{t('new.title')}</h2>
        <Form form={form} label={t('new.title')}>
          <PersonFields field={form.field} />
          <TextField field={form.field('clinicId')} label={t('person.clinicId')} />
          <DialogButtons>
            <Button variant="outlined" onClick={onCancel}>
              {t('cancel')}
            </Button>
            <SubmitButton busy={form.busy} busyText={t('saving')}>
              {t('new.save')}
            </SubmitButton>
          </DialogButtons>
        </Form>
      </FormPlace>
    </Panel>
  )
}
