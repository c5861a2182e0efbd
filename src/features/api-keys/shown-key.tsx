import Check from 'lucide:check'
import Copy from 'lucide:copy'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogBody, DialogButtons, DialogIntro } from '../../ui/dialog-body.tsx'
import { Note, NoteSign } from '../../ui/note.tsx'

const Secret = styled('code')(({ theme }) => ({
  padding: 12,
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.divider}`,
  overflowWrap: 'anywhere',
  userSelect: 'all',
}))

/** A key, which is never shown again: only its button closes this. */
export function ShownKey({ secret, name, onDone }: { secret: string; name: string; onDone: () => void }) {
  const { t } = useTranslation('keys')
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setCopied(true)
    } catch {
      // Not over plain HTTP, and not everywhere: the key can be marked and copied by hand.
      setCopied(false)
    }
  }
  return (
    <DialogBody>
      <DialogIntro>
        <h2 id="shown-key">{t('shown.title', { name })}</h2>
        <p>{t('shown.text')}</p>
      </DialogIntro>
      <Secret>{secret}</Secret>
      <Note kind="info">
        <NoteSign kind="info" />
        <span>{t('shown.keep')}</span>
      </Note>
      <div role="status">{copied === false && t('shown.notCopied')}</div>
      <DialogButtons>
        <Button
          variant="outlined"
          startIcon={copied ? <Check size={20} /> : <Copy size={20} />}
          onClick={() => void copy()}
        >
          {t(copied ? 'shown.copied' : 'shown.copy')}
        </Button>
        <Button variant="contained" onClick={onDone}>
          {t('shown.done')}
        </Button>
      </DialogButtons>
    </DialogBody>
  )
}
