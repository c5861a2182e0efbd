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
    {words.map(({ code, iso, failed, reload }) => (
      <div key={code} className="not-loaded" role="alert" lang={iso} data-in={code}>
        <p>{failed}</p>
        <button type="button">{reload}</button>
      </div>
    ))}
  </template>
)

/** Over whatever stands in the page; nothing of the theme's components is there yet. */
export const notLoadedRules = [
  '.not-loaded{position:fixed;inset:auto 16px 16px;z-index:2000;display:flex;flex-wrap:wrap;align-items:center;gap:12px 24px;',
  'box-sizing:border-box;max-width:560px;margin:0 auto;padding:16px 20px;border:1px solid var(--mui-palette-divider);border-radius:10px;',
  'background:var(--mui-palette-background-paper);color:var(--mui-palette-text-primary)}',
  '.not-loaded p{flex:1 1 240px;margin:0}',
  `.not-loaded button{min-height:${TARGET_PX}px;padding:0 20px;border:0;border-radius:8px;font:inherit;font-weight:600;cursor:pointer;`,
  'background:var(--mui-palette-primary-main);color:var(--mui-palette-primary-contrastText)}',
].join('')
