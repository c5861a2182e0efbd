import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageFor } from '../../../http/message-for.ts'
import { Hint } from '../../../ui/card.tsx'
import { useMessages } from '../../../ui/messages.ts'
import { useNow } from './use-now.ts'
import { useRequestCode } from './use-request-code.ts'
import { isLive, secondsToNewCode, type VerifyState } from './verify-state.ts'

const Rest = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  justifyItems: 'start',
  paddingTop: 20,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  [theme.breakpoints.down('sm')]: { justifyItems: 'stretch' },
}))

/**
 * Another code, from 45 seconds after the one before. The 180 seconds of a code run without being shown
 * (specification, section 9); when they are over that is said, once.
 */
export function NewCode({ state }: { state: Extract<VerifyState, { stage: 'code' }> }) {
  const { t } = useTranslation(['verify', 'booking'])
  const { notify } = useMessages()
  const request = useRequestCode()
  const now = useNow()
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const seconds = secondsToNewCode(state.challenges[0], now)
  const isLate = !state.challenges.some((challenge) => isLive(challenge, now))

  async function send() {
    // State would be too late for a second press in the same tick.
    if (sending.current) return
    sending.current = true
    setBusy(true)
    try {
      await request(state.contact, state.choiceId)
    } catch (error) {
      notify('error', messageFor(error, t('booking:error.request')))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return (
    <Rest>
      <div>
        {/* What is said once is spoken; what changes each second is not. */}
        <Hint role="status">{seconds > 0 ? '' : t(isLate ? 'code.late' : 'code.mayAsk')}</Hint>
        {seconds > 0 && <Hint>{t('code.wait', { count: seconds })}</Hint>}
      </div>
      <Button
        variant={isLate ? 'contained' : 'outlined'}
        disabled={seconds > 0}
        aria-disabled={busy}
        aria-busy={busy}
        onClick={send}
      >
        {t(busy ? 'code.sending' : 'code.again')}
      </Button>
    </Rest>
  )
}
