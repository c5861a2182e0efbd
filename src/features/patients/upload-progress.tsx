import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../i18n/languages.ts'
import { formatSize } from './format-size.ts'

const Frame = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 6,
  '& > label': { fontSize: '0.875rem', fontWeight: 600 },
  '& > span': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
}))

const Bar = styled('progress')(({ theme }) => ({
  appearance: 'none',
  width: '100%',
  height: 8,
  border: 0,
  borderRadius: 4,
  overflow: 'hidden',
  // Firefox has this for the track and a pseudo-element for the bar; other browsers have one for each.
  backgroundColor: theme.vars.palette.divider,
  '&::-webkit-progress-bar': { backgroundColor: theme.vars.palette.divider },
  '&::-webkit-progress-value': { backgroundColor: theme.vars.palette.primary.main },
  '&::-moz-progress-bar': { backgroundColor: theme.vars.palette.primary.main },
}))

/** In bytes. The server parses while it receives. */
export function UploadProgress({ sent, size, dryRun }: { sent: number; size: number; dryRun: boolean }) {
  const { t, i18n } = useTranslation('patients')
  const id = useId()
  const words = (bytes: number) => formatSize(Math.min(bytes, size), isoLanguage(i18n.language))
  return (
    <Frame>
      <label htmlFor={id}>{t(dryRun ? 'checking' : 'importing')}</label>
      <Bar id={id} max={Math.max(size, 1)} value={Math.min(sent, size)} />
      <span>{sent < size ? t('sent', { sent: words(sent), size: words(size) }) : t('reading')}</span>
    </Frame>
  )
}
