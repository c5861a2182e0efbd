import Button from '@mui/material/Button'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { messageFor } from '../../../http/message-for.ts'
import { readPin } from '../../../offline/tablet/index.ts'
import { ownLocationsAtom } from '../../../session/rights.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { DialogBody, DialogFoot, DialogIntro, DialogMessages } from '../../../ui/dialog-body.tsx'
import { CheckboxField, chosenIn } from '../../../ui/form/checkbox-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useMessages } from '../../../ui/messages.ts'
import { Note, NoteSign } from '../../../ui/note.tsx'
import { PinFields } from '../../../ui/own-pin/pin-fields.tsx'
import { useTabletChange } from '../../../ui/own-pin/use-tablet-change.ts'
import { useFieldMessages } from '../../../ui/use-field-messages.ts'
import { becomeTablet, NotSetUp } from './become-tablet.ts'
import { checkSetUp } from './checks.ts'

/** Makes this browser a reception tablet, under a name and a PIN. */
export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('devices')
  const { notify, clear } = useMessages()
  const change = useTabletChange()
  const user = useAtomValue(authUserAtom)
  const locations = useAtomValue(ownLocationsAtom)
  const codes = locations.map(({ code }) => code)
  const ownLocation = codes.find((code) => code === user?.location)
  const form = useForm({
    initial: { name: '', locations: ownLocation ?? codes.join(), pin: '', repeat: '' },
    check: checkSetUp,
    messages: useFieldMessages('devices'),
    send: async ({ name, locations, pin }) => {
      clear()
      if (!user) return
      await change(() => becomeTablet(name.trim(), readPin(pin), user, chosenIn(locations)))
      onClose()
      notify('success', t('setUp.done', { name: name.trim() }))
    },
    failed: (error) => {
      const refused = error instanceof NotSetUp && t(error.isListed ? 'setUp.notKeptListed' : 'setUp.notKept')
      notify('error', refused || messageFor(error, t('setUp.failed')))
    },
  })
  const close = () => {
    if (form.busy) return
    clear()
    onClose()
  }
  return (
    <FormDialog labelledBy="set-up-tablet" onClose={close}>
      <DialogBody>
        <DialogIntro>
          <h2 id="set-up-tablet">{t('setUp.title')}</h2>
        </DialogIntro>
        <DialogMessages />
        <Form form={form}>
          <TextField
            field={form.field('name')}
            label={t('setUp.name')}
            hint={t('setUp.nameHint')}
            autoCapitalize="sentences"
            required
            autoFocus
          />
          {codes.length > 1 && (
            <CheckboxField
              field={form.field('locations')}
              label={t('setUp.locations')}
              hint={t('setUp.locationsHint')}
              options={locations.map(({ code, name }) => ({ value: code, label: name }))}
            />
          )}
          <PinFields
            pin={form.field('pin')}
            repeat={form.field('repeat')}
            labels={{ pin: t('setUp.pin'), repeat: t('setUp.repeat'), show: t('setUp.showPin') }}
            hint={t('setUp.pinHint')}
          />
          <Note kind="info">
            <NoteSign kind="info" />
            <span>{t('setUp.warning')}</span>
          </Note>
          <DialogFoot>
            <Button variant="outlined" disabled={form.busy} onClick={close}>
              {t('setUp.cancel')}
            </Button>
            <SubmitButton busy={form.busy} busyText={t('setUp.busy')}>
              {t('setUp.submit')}
            </SubmitButton>
          </DialogFoot>
        </Form>
      </DialogBody>
    </FormDialog>
  )
}
