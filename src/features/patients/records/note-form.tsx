import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { NewNote } from '../../../../contract/patients.ts'
import { addNote } from '../../../api/patients.ts'
import { Form } from '../../../ui/form/form.tsx'
import { problemsOf } from '../../../ui/form/problems.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useRecordChange } from './use-record-change.ts'

const Buttons = styled('div')({ display: 'flex', justifyContent: 'flex-end', gap: 8 })

/** Form for a note in a record. */
export function NoteForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('records')
  const change = useRecordChange()
  const form = useForm({
    about: id,
    initial: { text: '' },
    check: (values) => problemsOf(v.object(NewNote.entries), values),
    async send({ text }, key) {
      change.done(await addNote(id, text, key))
      onClose()
    },
    failed: change.failed,
    messages: change.messages,
  })
  return (
    <Form form={form} label={t('notes.add')}>
      <TextField
        field={form.field('text')}
        label={t('notes.text')}
        autoCapitalize="sentences"
        isLong
        autoFocus
      />
      <Buttons>
        <Button variant="outlined" onClick={onClose}>
          {t('cancel')}
        </Button>
        <SubmitButton busy={form.busy} busyText={t('saving')}>
          {t('save')}
        </SubmitButton>
      </Buttons>
    </Form>
  )
}
