import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { Note, NoteSign } from './note.tsx'
import { useDisabledReason } from './use-disabled-reason.ts'

const REASON_ID = 'needs-connection'

const Place = styled('div')({
  // Present before the first text, or it would not be announced, but without a gap of its own.
  '&:empty': { position: 'absolute' },
  '& > div': { fontWeight: 400 },
})

/** Once on a page that is useless without a connection. @param text what can be done all the same */
export function NeedsConnection({ text }: { text?: string }) {
  const { t } = useTranslation('shell')
  const disabledReason = useDisabledReason()
  return (
    <Place role="status">
      {disabledReason && (
        <Note kind="info">
          <NoteSign kind="info" />
          <span id={REASON_ID}>{text ?? t(`needsConnection.${disabledReason}`)}</span>
        </Note>
      )}
    </Place>
  )
}

/** Disables a control of such a page without a connection, and refers it to the sentence of `NeedsConnection`. */
export function useDisabledWithout() {
  // Not `disabled`: the focus would be lost, and the reason not read out.
  return useDisabledReason() && { 'aria-disabled': true, 'aria-describedby': REASON_ID }
}
