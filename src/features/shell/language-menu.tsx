import MenuItem from '@mui/material/MenuItem'
import { Languages } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { clinic } from '../../clinic.ts'
import { changeLanguage } from '../../i18n/i18n.ts'
import { isoLanguage, LANGUAGE_NAMES, type LanguageCode } from '../../i18n/languages.ts'
import { BarMenu } from './bar-menu.tsx'
import { ICON_PX } from './bars.ts'

/** Chooses among the clinic's languages; each is named in itself. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation()
  return (
    <BarMenu label={t('language')} sign={<Languages size={ICON_PX} />}>
      {(close) =>
        (clinic.languages as readonly LanguageCode[]).map((code) => (
          <MenuItem
            key={code}
            role="menuitemradio"
            aria-checked={code === i18n.language}
            selected={code === i18n.language}
            lang={isoLanguage(code)}
            onClick={() => {
              close()
              void changeLanguage(code)
            }}
          >
            {LANGUAGE_NAMES[code]}
          </MenuItem>
        ))
      }
    </BarMenu>
  )
}
