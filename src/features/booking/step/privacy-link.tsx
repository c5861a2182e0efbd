import { useTranslation } from 'react-i18next'
import { paths } from '../../../paths.ts'

/** What becomes of what is typed, in a tab of its own: the wizard stays where it is. */
export function PrivacyLink() {
  const { t } = useTranslation('booking')
  return (
    <a href={paths.privacy()} target="_blank" rel="noopener">
      {t('privacy')}
    </a>
  )
}
