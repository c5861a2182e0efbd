import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageFor } from '../../http/message-for.ts'
import { isPin, MAX_TRIES, triesLeft } from '../../offline/tablet/index.ts'
import { unseen } from '../../theme/unseen.ts'
import { Form } from '../../ui/form/form.tsx'
import { PinField } from '../../ui/form/pin-field.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useMessages } from '../../ui/messages.ts'
import type { Entered } from './enter-pin.ts'

// A patient waits at the desk.
const Large = styled('div')({ '& button': { minHeight: 56, fontSize: '1.125rem' } })

const Spoken = styled('p')(unseen)

type Props = {
  staffId: string
  /** Tries a PIN; throws ApiError, and when the browser refuses its storage. */
  enter: (pin: string) => Promise<Entered | { outcome: 'nothing' }>
  onOpened: () => void
  onGone: (why: 'nothing' | 'deleted' | 'sign_in') => void
}

/** Shows the tries left after a wrong PIN. */
export function PinForm({ staffId, enter, onOpened, onGone }: Props) {
  const { t } = useTranslation('unlock')
  const { notify, clear } = useMessages()
  const [left, setLeft] = useState(MAX_TRIES)
  /** The last PIN was wrong, and nothing was typed since. */
  const [isWrong, setIsWrong] = useState(false)
  // Earlier wrong PINs count too. Where the count cannot be read, the next try shows it.
  useEffect(
    () =>
      void triesLeft(staffId)
        .then((tries) => tries > 0 && setLeft(tries))
        .catch(() => {}),
    [staffId],
  )

  const form = useForm({
    initial: { pin: '' },
    check: ({ pin }) => (isPin(pin) ? {} : { pin: { key: 'no_pin' } }),
    messages: () => t('noPin'),
    send: async ({ pin }) => {
      clear()
      setIsWrong(false)
      const result = await enter(pin)
      if (result.outcome === 'unlocked' || result.outcome === 'signed_in') return onOpened()
      if (result.outcome !== 'wrong') return onGone(result.outcome)
      pinField.change('')
      setLeft(result.triesLeft)
      setIsWrong(true)
      form.element.current?.querySelector('input')?.focus()
    },
    failed: (error) => notify('error', messageFor(error, t('failed'))),
  })

  const pinField = form.field('pin')
  const wrong = isWrong ? t('wrong', { count: left }) : undefined
  const change = (typed: string) => {
    setIsWrong(false)
    pinField.change(typed)
  }
  return (
    <Form form={form}>
      <PinField
        field={{ ...pinField, error: pinField.error ?? wrong, change }}
        label={t('pin')}
        hint={left < MAX_TRIES ? t('triesLeft', { count: left }) : undefined}
        autoFocus
      />
      {/* The field has the focus already, so the text under it would not be read out. */}
      <Spoken role="alert">{wrong}</Spoken>
      <Large>
        <SubmitButton busy={form.busy} busyText={t('opening')} fullWidth>
          {t('open')}
        </SubmitButton>
      </Large>
    </Form>
  )
}
