import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/badge.tsx'

// Lower than other badges: with it under one of them a row is no higher, and none moves when the mark goes.
const Mark = styled(Badge)(({ theme }) => ({
  padding: '1px 8px',
  fontSize: '0.75rem',
  lineHeight: '16px',
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
}))

/** The word on an appointment that has just come in (`useIsNew`), beside or under another badge. */
export function NewMark() {
  const { t } = useTranslation('appointments')
  return <Mark>{t('live.new')}</Mark>
}
