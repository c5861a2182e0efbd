import { styled } from '@mui/material/styles'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isoLanguage, LANGUAGE_NAMES, type LanguageCode } from '../i18n/languages.ts'
import { offeredLanguages } from '../i18n/offered-languages.ts'
import { useKnownClinic } from '../use-clinic.ts'
import { SelectArrow, SelectFrame } from './select-arrow.tsx'
import { useLanguageChoice } from './use-language-choice.ts'

const Select = styled('select')(({ theme }) => ({
  // WebKit draws it grey otherwise, whatever its colours are.
  appearance: 'none',
  font: 'inherit',
  fontSize: '0.875rem',
  minHeight: 44,
  // Wide enough for each of them: the browser would set all their names to find out, before the first paint.
  width: '7rem',
  padding: '0 28px 0 8px',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.controlLine}`,
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.paper,
}))

/** Chooses among the clinic's languages; each is named in itself. */
export function LanguageCorner() {
  const { t } = useTranslation()
  const { language, isChanging, choose } = useLanguageChoice()
  const offered = offeredLanguages(useKnownClinic())
  const select = useRef<HTMLSelectElement>(null)
  // Chosen in the prerendered markup, before anything listened.
  const takeUpEarlyChoice = useEffectEvent(() => {
    const chosen = select.current?.value
    if (chosen && chosen !== language) choose(chosen as LanguageCode)
  })
  useEffect(() => takeUpEarlyChoice(), [])
  return (
    <SelectFrame>
      <Select
        ref={select}
        // What a browser keeps of a former visit would count as chosen now.
        autoComplete="off"
        aria-label={t('language')}
        aria-busy={isChanging}
        value={language}
        onChange={(event) => choose(event.target.value as LanguageCode)}
      >
        {offered.map((code) => (
          <option key={code} value={code} lang={isoLanguage(code)}>
            {LANGUAGE_NAMES[code]}
          </option>
        ))}
      </Select>
      <SelectArrow />
    </SelectFrame>
  )
}
