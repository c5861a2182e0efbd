import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { clinic } from '../clinic.ts'
import { changeLanguage } from '../i18n/i18n.ts'
import { LANGUAGE_NAMES, type LanguageCode } from '../i18n/languages.ts'

const Select = styled('select')(({ theme }) => ({
  font: 'inherit',
  fontSize: '0.875rem',
  minHeight: 44,
  padding: '0 8px',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.controlLine}`,
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.paper,
}))

/** Chooses among the clinic's languages; each is named in itself. */
export function LanguageCorner() {
  const { t, i18n } = useTranslation()
  return (
    <Select
      aria-label={t('language')}
      value={i18n.language}
      onChange={(event) => void changeLanguage(event.target.value as LanguageCode)}
    >
      {(clinic.languages as readonly LanguageCode[]).map((code) => (
        <option key={code} value={code}>
          {LANGUAGE_NAMES[code]}
        </option>
      ))}
    </Select>
  )
}
