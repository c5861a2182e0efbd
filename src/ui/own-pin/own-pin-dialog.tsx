import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { messageFor } from '../../http/message-for.ts'
import { setOwnPin } from '../../offline/tablet/own-pin.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { DialogBody, DialogButtons, DialogIntro, DialogMessages } from '../dialog-body.tsx'
import { Form } from '../form/form.tsx'
import { SubmitButton } from '../form/submit-button.tsx'
import { useForm } from '../form/use-form.ts'
import { useMessages } from '../messages.ts'
import { useFieldMessages } from '../use-field-messages.ts'
import { checkPin } from './check-new-pin.ts'
import { PinFields } from './pin-fields.tsx'
import { useTabletChange } from './use-tablet-change.ts'
import type { ThisTablet } from './use-this-tablet.ts'

/** One's own PIN at this tablet, the first or another one: new keys under it. */
export function OwnPinDialog({ tablet, onClose }: { tablet: ThisTablet; onClose: () => void }) {
  const { t } = useTranslation('devices')
  const { notify, clear } = useMessages()
  const change = useTabletChange()
  const user = useAtomValue(authUserAtom)
  const form = useForm({
    initial: { pin: '', repeat: '' },
    check: checkPin,
    messages: useFieldMessages('devices'),
    send: async ({ pin }) => {
      clear()
      if (!user) return
      await change(() => setOwnPin(tablet, user, pin))
      onClose()
      notify('success', t('changePin.done'))
    },
    failed: (error) => notify('error', messageFor(error, t('changePin.failed'))),
  })
  const close = () => {
    if (form.busy) return
    clear()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={(_, reason) => reason === 'escapeKeyDown' && close()}
      aria-labelledby="change-pin"
      fullWidth
      maxWidth="xs"
    >
      <DialogBody>
        <DialogIntro>
          <h2 id="change-pin">{t('changePin.title', { name: tablet.name })}</h2>
          <p>{t('changePin.text')}</p>
        </DialogIntro>
        <DialogMessages />
        <Form form={form}>
          <PinFields
            pin={form.field('pin')}
            repeat={form.field('repeat')}
            labels={{ pin: t('changePin.pin'), repeat: t('changePin.repeat'), show: t('setUp.showPin') }}
            hint={t('setUp.pinHint')}
            autoFocus
          />
          <DialogButtons>
            <Button variant="outlined" disabled={form.busy} onClick={close}>
              {t('setUp.cancel')}
            </Button>
            <SubmitButton busy={form.busy} busyText={t('changePin.busy')}>
              {t('changePin.submit')}
            </SubmitButton>
          </DialogButtons>
        </Form>
      </DialogBody>
    </Dialog>
  )
}
