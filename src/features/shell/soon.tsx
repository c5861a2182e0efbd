import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'

const Word = styled('small')({
  flex: 'none',
  fontSize: '0.75rem',
  lineHeight: '18px',
})

/** Marks a placeholder, so that it isn't taken for a fault. */
export function Soon() {
  const { t } = useTranslation('shell')
  return <Word>{t('soon')}</Word>
}
