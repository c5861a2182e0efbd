import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'

const Word = styled('small')({
  flex: 'none',
  fontSize: '0.75rem',
  lineHeight: '18px',
})

/** Says of a placeholder that it is to come, so that nobody thinks the product is broken. */
export function Soon() {
  const { t } = useTranslation('shell')
  return <Word>{t('soon')}</Word>
}
