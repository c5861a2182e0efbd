import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/badge.tsx'

const Mark = styled(Badge)(({ theme }) => ({
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
}))

/** The word on an appointment that has just come in (`useIsNew`). Beside other badges: it must not make a row higher. */
export function NewMark() {
  const { t } = useTranslation('appointments')
  return <Mark>{t('live.new')}</Mark>
}
