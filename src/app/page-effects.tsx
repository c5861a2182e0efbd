import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { clinicName } from '../build.ts'
import { FALLBACK_LANGUAGE } from '../i18n/languages.ts'
import type common from '../i18n/locales/en/common.json'
import { paths, placeAt } from '../paths.ts'
import { pageTitle, pathOf } from './page-title.ts'

/** Effects of each change of page: its title, in the present language, and the scroll to its top. */
export function PageEffects({ pathname }: { pathname: string }) {
  const address = placeAt(pathname)?.address ?? paths.home()
  const { t, i18n } = useTranslation()
  const path = pathOf(address) as keyof typeof common.page
  const isNamed = i18n.language !== FALLBACK_LANGUAGE && i18n.exists(`page.${path}`)
  const name = isNamed ? t(`page.${path}`) : undefined
  useEffect(() => {
    document.title = pageTitle(address, clinicName, name)
  }, [address, name])
  // Every other page begins at its top; the first one does by itself, and may have been scrolled before the app was there.
  const shown = useRef(address)
  useEffect(() => {
    if (shown.current === address) return
    shown.current = address
    scrollTo(0, 0)
  }, [address])
  return null
}
