import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { revokeDevice } from '../../api/devices.ts'
import { messageFor } from '../../http/api-error.ts'
import { DialogBody, DialogButtons, DialogIntro } from '../../ui/dialog-body.tsx'
import { useMessages } from '../../ui/messages.ts'
import { useTabletChange } from '../../ui/own-pin/use-tablet-change.ts'
import { stopBeingTablet } from './become-tablet.ts'

/** A tablet that is to end: another one, or, with its token, this one. */
export type Ending = { id: string; name: string; token?: string }

/** Asks, naming the tablet, before it is revoked, or before this browser stops being one. */
export function EndDialog({ tablet, onClose }: { tablet: Ending; onClose: () => void }) {
  const { t } = useTranslation('devices')
  const { notify, clear } = useMessages()
  const change = useTabletChange()
  const { id, name, token } = tablet
  const verb = token === undefined ? 'revoke' : 'stop'
  const end = useMutation({
    mutationFn: () => change(() => (token === undefined ? revokeDevice(id) : stopBeingTablet({ id, token }))),
    onSuccess: () => notify('success', t(`end.${verb}Done`, { name })),
    onError: (error) => notify('error', messageFor(error, t(`end.${verb}Failed`))),
    onSettled: onClose,
  })
  return (
    <Dialog open onClose={() => !end.isPending && onClose()} aria-labelledby="end-tablet" maxWidth="xs">
      <DialogBody>
        <DialogIntro>
          <h2 id="end-tablet">{t(`end.${verb}`, { name })}</h2>
          <p>{t(`end.${verb}Text`)}</p>
        </DialogIntro>
        <DialogButtons>
          <Button variant="outlined" disabled={end.isPending} onClick={onClose}>
            {t('end.keep')}
          </Button>
          <Button
            variant="contained"
            color="error"
            aria-disabled={end.isPending}
            onClick={() => {
              if (end.isPending) return
              clear()
              end.mutate()
            }}
          >
            {end.isPending ? t('end.busy') : t(verb === 'stop' ? 'end.stopSubmit' : 'revoke')}
          </Button>
        </DialogButtons>
      </DialogBody>
    </Dialog>
  )
}
