import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { NewNote, type PatientRecord } from '../../../../contract/patients.ts'
import { addNote } from '../../../api/patients.ts'
import { mayAtom } from '../../../session/rights.ts'
import { Form } from '../../../ui/form/form.tsx'
import { problemsOf } from '../../../ui/form/problems.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useInstants } from '../../../ui/use-instants.ts'
import { Top } from './section-top.tsx'
import { useRecordChange } from './use-record-change.ts'

const Said = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    padding: '8px 12px',
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: 8,
    fontSize: '0.875rem',
    backgroundColor: theme.vars.palette.background.default,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-line',
  },
  '& small': { display: 'block', fontSize: '0.75rem', color: theme.vars.palette.text.secondary },
}))

const Buttons = styled('div')({ display: 'flex', justifyContent: 'flex-end', gap: 8 })

/** What colleagues should know, the latest first. */
export function Notes({ of: { id, notes } }: { of: PatientRecord }) {
  const { t } = useTranslation('records')
  const spoken = useInstants()
  const mayWrite = useAtomValue(mayAtom)('patients.notes')
  const [writing, setWriting] = useState(false)
  return (
    <section aria-labelledby="record-notes">
      <Top>
        <h3 id="record-notes">{t('notes.title')}</h3>
        {mayWrite && !writing && (
          <Button variant="text" onClick={() => setWriting(true)}>
            {t('notes.add')}
          </Button>
        )}
      </Top>
      {writing && <NoteForm id={id} onClose={() => setWriting(false)} />}
      {notes.length === 0 && !writing && <p>{t('notes.none')}</p>}
      <Said>
        {notes.map((note) => (
          <li key={note.id}>
            {note.text}
            <small>
              {note.by ?? t('notes.gone')}, {spoken(note.at)}
            </small>
          </li>
        ))}
      </Said>
    </section>
  )
}

function NoteForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('records')
  const change = useRecordChange()
  const form = useForm({
    initial: { text: '' },
    check: (values) => problemsOf(v.object(NewNote.entries), values),
    async send({ text }) {
      change.done(await addNote(id, text))
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
        rows={3}
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
