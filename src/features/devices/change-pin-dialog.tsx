import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useTranslation } from 'react-i18next'
import { readPin, setUpTablet } from '../../offline/tablet/index.ts'
import { DialogBody, DialogButtons, DialogIntro, DialogMessages } from '../../ui/dialog-body.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useMessages } from '../../ui/messages.ts'
import { useFieldMessages } from '../../ui/use-field-messages.ts'
import { checkPin } from './checks.ts'
import { PinFields } from './pin-fields.tsx'
import { useTabletChange } from './use-tablet-change.ts'
import type { ThisTablet } from './use-this-tablet.ts'

/** Another PIN for this tablet: new keys under the same registration. */
export function ChangePinDialog({ tablet, onClose }: { tablet: ThisTablet; onClose: () => void }) {
  const { t } = useTranslation('devices')
  const { notify, clear } = useMessages()
  const change = useTabletChange()
  const form = useForm({
    initial: { pin: '', repeat: '' },
    check: checkPin,
    messages: useFieldMessages('devices'),
    send: async ({ pin }) => {
      clear()
      await change(() => setUpTablet(tablet, readPin(pin)))
      onClose()
      notify('success', t('changePin.done'))
    },
    failed: () => notify('error', t('changePin.failed')),
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
