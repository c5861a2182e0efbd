import { useTranslation } from 'react-i18next'
import { paths } from '../../../paths.ts'

/** Link to the privacy page, in a new tab: the wizard stays. */
export function PrivacyLink() {
  const { t } = useTranslation('booking')
  return (
    <a href={paths.privacy()} target="_blank" rel="noopener">
      {t('privacy')}
    </a>
  )
}
