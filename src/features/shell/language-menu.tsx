import MenuItem from '@mui/material/MenuItem'
import Languages from 'lucide-react/icons/languages'
import { useTranslation } from 'react-i18next'
import { isoLanguage, LANGUAGE_NAMES } from '../../i18n/languages.ts'
import { offeredLanguages } from '../../i18n/offered-languages.ts'
import { useLanguageChoice } from '../../ui/use-language-choice.ts'
import { useKnownClinic } from '../../use-clinic.ts'
import { BarMenu } from './bar-menu.tsx'
import { ICON_PX } from './bars.ts'

/** Each language is named in itself. */
export function LanguageMenu() {
  const { t } = useTranslation()
  const { language, choose } = useLanguageChoice()
  const offered = offeredLanguages(useKnownClinic())
  return (
    <BarMenu label={t('language')} sign={<Languages size={ICON_PX} />}>
      {(close) =>
        offered.map((code) => (
          <MenuItem
            key={code}
            role="menuitemradio"
            aria-checked={code === language}
            selected={code === language}
            lang={isoLanguage(code)}
            onClick={() => {
              close()
              choose(code)
            }}
          >
            {LANGUAGE_NAMES[code]}
          </MenuItem>
        ))
      }
    </BarMenu>
  )
}
