import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { DialogBody, DialogFoot, DialogIntro } from '../../../ui/dialog-body.tsx'
import { CopyLine } from '../../../ui/form/copy-line.tsx'

/** A key, which is never shown again: only its button closes this. */
export function ShownKey({ secret, name, onDone }: { secret: string; name: string; onDone: () => void }) {
  const { t } = useTranslation('keys')
  const texts = { copy: t('shown.copy'), copied: t('shown.copied'), notCopied: t('shown.notCopied') }
  return (
    <DialogBody>
      <DialogIntro>
        <h2 id="shown-key">{t('shown.title', { name })}</h2>
        <p>{t('shown.text')}</p>
      </DialogIntro>
      <CopyLine label={t('shown.label')} value={secret} texts={texts} />
      <p>{t('shown.keep')}</p>
      <DialogFoot>
        <Button variant="outlined" onClick={onDone}>
          {t('shown.done')}
        </Button>
      </DialogFoot>
    </DialogBody>
  )
}
