import type { LanguageCode } from '../i18n/languages.ts'
import { TARGET_PX } from '../theme/theme-components.ts'

/*
 * What is said when the app's scripts cannot be fetched: the build writes it into both pages in each language, as a template,
 * which is neither seen nor read aloud, and public/early.js takes the one that is chosen out of it after such a failure.
 */

type Props = {
  /** In each language, with its code and its ISO code; the first for who has chosen none. */
  words: readonly { code: LanguageCode; iso: string; failed: string; reload: string }[]
}

export const NotLoaded = ({ words }: Props) => (
  <template id="not-loaded">
    <div className="not-loaded" role="alert">
      {words.map(({ code, iso, failed, reload }) => (
        <p key={code} lang={iso} data-in={code}>
          {failed} <button type="button">{reload}</button>
        </p>
      ))}
    </div>
  </template>
)

/** Over whatever stands in the page; nothing of the theme's components is there yet. */
export const notLoadedRules = [
  '.not-loaded{position:fixed;inset:auto 16px 16px;z-index:2000;max-width:480px;margin:auto;padding:16px 20px;border-radius:10px;',
  'border:1px solid var(--mui-palette-divider);background:var(--mui-palette-background-paper);color:var(--mui-palette-text-primary)}',
  '.not-loaded p{margin:0}.not-loaded button{display:block;margin-top:12px;padding:0 20px;border:0;border-radius:8px;font:inherit;cursor:pointer;',
  `min-height:${TARGET_PX}px;background:var(--mui-palette-primary-main);color:var(--mui-palette-primary-contrastText)}`,
].join('')
