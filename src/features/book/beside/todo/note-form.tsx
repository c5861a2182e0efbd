import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_LENGTH } from '../../../../../contract/fields.ts'
import { useStoredState } from '../../../../session/open-forms.ts'

const Form = styled('form')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  padding: '4px 8px 4px 0',
  '& label': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
  '& > div': { display: 'flex', gap: 8 },
  '& input': {
    flex: 1,
    minWidth: 0,
    boxSizing: 'border-box',
    height: 44,
    padding: '0 10px',
    font: 'inherit',
    fontSize: '1rem',
    color: 'inherit',
    backgroundColor: theme.vars.palette.background.paper,
    border: `1px solid ${theme.vars.palette.text.secondary}`,
    borderRadius: 8,
  },
  '& .MuiButton-root': { fontSize: '0.875rem', padding: '4px 12px' },
}))

type Props = {
  name: string
  /** Names the row. */
  about: string
  onSend: (note: string) => void
  onClose: () => void
}

/** Form for a line about a call; an empty one only notes the call. */
export function NoteForm({ name, about, onSend, onClose }: Props) {
  const { t } = useTranslation('todo')
  const [note, setNote] = useStoredState(`called ${about}`, '')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSend(note.trim())
  }
  return (
    <Form
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      }}
    >
      <label htmlFor={id}>{t('note', { name })}</label>
      <div>
        <input
          id={id}
          ref={input}
          autoComplete="off"
          value={note}
          maxLength={MAX_LENGTH.todoNote}
          onChange={({ target }) => setNote(target.value)}
        />
        <Button type="submit" variant="contained">
          {t('called')}
        </Button>
      </div>
    </Form>
  )
}
