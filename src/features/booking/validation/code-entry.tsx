import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useStore } from 'jotai'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classifyContact } from '../../../../domain/contact.ts'
import { verifyCode } from '../../../api/one-time-codes.ts'
import { messageFor } from '../../../http/message-for.ts'
import { messageForAnswer } from '../../../i18n/wire-messages.ts'
import { patientToken } from '../../../session/patient-token.ts'
import { Hint } from '../../../ui/card.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useMessages } from '../../../ui/messages.ts'
import { useFieldMessages } from '../../../ui/use-field-messages.ts'
import { bookingAtom } from '../state/booking-atom.ts'
import { verified } from '../state/patient-form.ts'
import { Buttons } from './buttons.tsx'
import { readCode } from './code-text.ts'
import { enterCode } from './enter-code.ts'
import { HeadWithBack } from './head-with-back.tsx'
import { useRequestCode } from './use-request-code.ts'
import { verifyAtom } from './verify-atom.ts'
import { isLive, secondsToNewCode, type VerifyState } from './verify-state.ts'

const Code = styled('div')({
  maxWidth: 280,
  '& input': { fontSize: '1.25rem', letterSpacing: '0.16em' },
})

type Props = { state: Extract<VerifyState, { stage: 'code' }>; onVisitor: (press: MouseEvent) => void }

/** The code, and Verify (specification, section 2: 'Step 1'). What was wrong stays, selected, to be typed over. */
export function CodeEntry({ state, onVisitor }: Props) {
  const { t } = useTranslation(['verify', 'booking'])
  const store = useStore()
  const { notify, leave } = useMessages()
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => {
      const read = readCode(code)
      return 'problem' in read ? { code: { key: read.problem } } : {}
    },
    send: async ({ code }) => {
      const read = readCode(code)
      if ('problem' in read) return
      leave()
      const { data, message } = await enterCode({ ...state, code: read.code }, Date.now(), verifyCode)
      // Who has gone back meanwhile wants to be somebody else.
      if (store.get(verifyAtom).stage !== 'code' || store.get(bookingAtom).step !== 1) return
      const { token, ...patient } = data
      patientToken.keep(token)
      store.set(verifyAtom, { type: 'left' })
      store.set(bookingAtom, verified(patient))
      const answer = messageForAnswer(message, 'success')
      if (answer) notify('success', answer)
    },
    failed: (error) => {
      notify('error', messageFor(error, t('booking:error.request')))
      form.element.current?.querySelector('input')?.select()
    },
    messages: useFieldMessages('verify', 'booking'),
  })
  const { contact } = state
  return (
    <>
      <div>
        <HeadWithBack>{t('code.title')}</HeadWithBack>
        <Hint>
          {t(classifyContact(contact) === 'clinic_id' ? 'code.sentToPatient' : 'code.sentTo', { contact })}
        </Hint>
      </div>
      <Form form={form}>
        <Code>
          <TextField
            field={form.field('code')}
            label={t('code.label')}
            hint={t('code.hint')}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            required
          />
        </Code>
        <Buttons>
          <SubmitButton busy={form.busy} busyText={t('code.verifying')}>
            {t('code.verify')}
          </SubmitButton>
          <Button variant="text" onClick={onVisitor}>
            {t('visitor')}
          </Button>
        </Buttons>
      </Form>
      <NewCode state={state} />
    </>
  )
}

const Rest = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  justifyItems: 'start',
  paddingTop: 20,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  [theme.breakpoints.down('sm')]: { justifyItems: 'stretch' },
}))

/**
 * Requests another code, from 45 seconds after the last. The 180 seconds of a code are not shown (specification,
 * section 9); their end is announced once.
 */
function NewCode({ state }: { state: Extract<VerifyState, { stage: 'code' }> }) {
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

/**
 * The device's time in milliseconds since 1970, updated each second: right as soon as a sleeping page wakes.
 */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
