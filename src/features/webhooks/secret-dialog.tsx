import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useTranslation } from 'react-i18next'
import { CopyLine } from '../../ui/copy-line.tsx'
import { DialogBody, DialogFoot, DialogIntro } from '../../ui/dialog-body.tsx'

/** The secret of an address, this once. A press beside it doesn't close it. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const texts = { copy: t('secret.copy'), copied: t('secret.copied'), notCopied: t('secret.notCopied') }
  return (
    <Dialog
      open
      maxWidth="sm"
      fullWidth
      onClose={(_, reason) => reason === 'escapeKeyDown' && onClose()}
      aria-labelledby="webhook-secret"
    >
      <DialogBody>
        <DialogIntro>
          <h2 id="webhook-secret">{t('secret.title')}</h2>
          <p>{t('secret.text')}</p>
        </DialogIntro>
        <CopyLine label={t('secret.label')} value={secret} texts={texts} />
        <DialogFoot>
          <Button variant="outlined" onClick={onClose}>
            {t('secret.done')}
          </Button>
        </DialogFoot>
      </DialogBody>
    </Dialog>
  )
}
