import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useTranslation } from 'react-i18next'
import { dropRequests, storedRequests } from '../../device/request-store.ts'
import { DialogBody, DialogButtons, DialogIntro } from '../dialog-body.tsx'

/**
 * Question before a sign-out of a locked session: it discards the session's requests, since their key is deleted.
 */
export function LockedQuestion({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const { t } = useTranslation('asked')
  const discard = async () => {
    await storedRequests()
      .then((found) => dropRequests(found.map(({ id }) => id)))
      .catch(() => {})
    onLeave()
  }
  return (
    <Dialog open onClose={onStay} aria-labelledby="locked-asked">
      <DialogBody>
        <DialogIntro>
          <h2 id="locked-asked">{t('leave.title')}</h2>
          <p>{t('leave.textLocked')}</p>
        </DialogIntro>
        <DialogButtons>
          <Button variant="outlined" color="error" onClick={() => void discard()}>
            {t('leave.discard')}
          </Button>
          <Button variant="outlined" onClick={onStay}>
            {t('leave.stayLocked')}
          </Button>
        </DialogButtons>
      </DialogBody>
    </Dialog>
  )
}
