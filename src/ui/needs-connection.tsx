import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { Note, NoteSign } from './note.tsx'
import { useDisabledReason } from './use-disabled-reason.ts'

const REASON_ID = 'needs-connection'

const Place = styled('div')({
  // There before the first words, or they would be missed, but without a gap of its own.
  '&:empty': { position: 'absolute' },
  '& > div': { fontWeight: 400 },
})

/** Says, once on a page that is of no use without a connection, that there is none. */
export function NeedsConnection() {
  const { t } = useTranslation('shell')
  const disabledReason = useDisabledReason()
  return (
    <Place role="status">
      {disabledReason && (
        <Note kind="info">
          <NoteSign kind="info" />
          <span id={REASON_ID}>{t(`needsConnection.${disabledReason}`)}</span>
        </Note>
      )}
    </Place>
  )
}

/**
 * What a control of such a page says of itself while there is no connection; null while there is one. It refers to the
 * sentence of `NeedsConnection`, and does nothing then.
 */
export function useDisabledWithout() {
  // Not `disabled`: the focus would be lost, and the reason not heard.
  return useDisabledReason() && { 'aria-disabled': true, 'aria-describedby': REASON_ID }
}
