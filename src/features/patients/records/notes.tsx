import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { PatientRecord } from '../../../../contract/patients.ts'
import { useStoredState } from '../../../session/open-forms.ts'
import { mayAtom } from '../../../session/rights.ts'
import { lazyModule } from '../../../ui/lazy.tsx'
import { useDisabledWithout } from '../../../ui/needs-connection.tsx'
import { useInstants } from '../../../ui/use-instants.ts'
import { useLazyPart } from '../../../ui/use-lazy-part.ts'
import { Top } from './section-top.tsx'

/* A record is read without a connection too; what changes it needs one, and is kept on no device. */
const noteForm = lazyModule(async () => (await import('./note-form.tsx')).NoteForm)

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

/** Notes of colleagues, the latest first. */
export function Notes({ of: { id, notes } }: { of: PatientRecord }) {
  const { t } = useTranslation('records')
  const spoken = useInstants()
  const mayWrite = useAtomValue(mayAtom)('patients.notes')
  const [writing, setWriting] = useStoredState(`writing a note ${id}`, false)
  const disabled = useDisabledWithout()
  const NoteForm = useLazyPart(noteForm, writing, () => setWriting(false))
  return (
    <section aria-labelledby="record-notes">
      <Top>
        <h3 id="record-notes">{t('notes.title')}</h3>
        {mayWrite && !writing && (
          <Button
            variant="text"
            {...disabled}
            onClick={() => {
              if (!disabled) setWriting(true)
            }}
          >
            {t('notes.add')}
          </Button>
        )}
      </Top>
      {writing && NoteForm && <NoteForm id={id} onClose={() => setWriting(false)} />}
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
