import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { Note, NoteSign } from '../ui/note.tsx'
import { useWhyNot } from './use-why-not.ts'

const Place = styled('div')({
  // There before the first words, or they would be missed, but without a gap of its own.
  '&:empty': { position: 'absolute' },
})

/**
 * Says, once on a page that is of no use without a connection, that there is none. What is disabled for that refers to
 * it by `aria-describedby`.
 */
export function NeedsConnection({ id }: { id: string }) {
  const { t } = useTranslation('shell')
  const whyNot = useWhyNot()
  return (
    <Place role="status">
      {whyNot && (
        <Note kind="info" sx={{ fontWeight: 400 }}>
          <NoteSign kind="info" />
          <span id={id}>{t(`needsConnection.${whyNot}`)}</span>
        </Note>
      )}
    </Place>
  )
}
