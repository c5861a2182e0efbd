import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogBody, DialogButtons, DialogIntro } from '../../ui/dialog-body.tsx'

const Secret = styled('output')(({ theme }) => ({
  padding: '12px 16px',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.divider}`,
  fontFamily: 'ui-monospace, monospace',
  overflowWrap: 'anywhere',
  userSelect: 'all',
}))

/** The secret of an address, this once. A press beside it doesn't close it. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const [isCopied, setIsCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setIsCopied(true),
      // Where the browser forbids it, it can be selected.
      () => setIsCopied(false),
    )
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
        <Secret aria-label={t('secret.label')}>{secret}</Secret>
        <DialogButtons>
          {'clipboard' in navigator && (
            <Button variant="outlined" onClick={() => void copy()}>
              <span aria-live="polite">{t(isCopied ? 'secret.copied' : 'secret.copy')}</span>
            </Button>
          )}
          <Button variant="contained" autoFocus onClick={onClose}>
            {t('secret.done')}
          </Button>
        </DialogButtons>
      </DialogBody>
    </Dialog>
  )
}
