import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/badge.tsx'
import type { News } from './use-news.ts'

// Lower than other badges: with it under one of them a row is no higher, and none moves when the mark goes.
const Mark = styled(Badge)(({ theme }) => ({
  padding: '1px 8px',
  fontSize: '0.75rem',
  lineHeight: '16px',
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
}))

/** The word on an appointment that has just come in or changed (`useNews`), beside or under another badge. */
export function NewsMark({ of: news }: { of: News }) {
  const { t } = useTranslation('appointments')
  return <Mark>{t(`live.${news}`)}</Mark>
}
