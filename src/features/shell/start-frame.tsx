import { PAGE_SIZE } from '../../../contract/lists.ts'
import type { LanguageCode } from '../../i18n/languages.ts'
import { darkBars, lightBars } from '../../theme/theme-bars.ts'
import { TARGET_PX } from '../../theme/theme-components.ts'
import { Mark } from '../../ui/mark.tsx'
import { BarShapes } from './bar-shapes.tsx'
import { BELOW_DESKTOP, DESKTOP, PHONE, TOP_BAR_PX } from './bars.ts'
import { BAR_THEMES } from './layout-settings.ts'
import { BOXED_PX } from './shell.tsx'
import { WIDTH_PX } from './side-menu.tsx'

/*
 * The frame of the staff pages without anything in it, for the time until the app is there: the build writes it into the
 * page (scripts/build/page.ts), public/early-staff.js shows it where this tab has a session, as this device has it laid out.
 * The app fills the root, and the frame goes. It has no words but what a screen reader is told.
 */

type Props = {
  /** 'Loading' in each language, with its code and its ISO code. */
  loading: readonly { code: LanguageCode; iso: string; text: string }[]
}

const times = (count: number) => Array.from({ length: count }, (_, i) => i)

/** Height of the list, in pixels. */
const [HEAD_PX, ROW_PX] = [81, 51]
const MENU_ENTRIES = 3
const SIDE_ENTRIES = 12

export function StartFrame({ loading }: Props) {
  return (
    <div id="start">
      <Mark size={40} />
      <p role="status">
        {loading.map(({ code, iso, text }) => (
          <span key={code} lang={iso} data-in={code}>
            {text}
          </span>
        ))}
      </p>
      <div className="s-frame" aria-hidden="true">
        <BarShapes />
        <div className="s-row">
          {times(MENU_ENTRIES).map((entry) => (
            <i key={entry} />
          ))}
        </div>
        <div className="s-middle">
          <div className="s-side">
            {times(SIDE_ENTRIES).map((entry) => (
              <i key={entry} />
            ))}
          </div>
          <div className="s-main">
            <div className="s-top">
              <i />
            </div>
            <div className="s-list" />
          </div>
        </div>
      </div>
    </div>
  )
}

// By the device's wish too, for as long as none is chosen.
const inBoth = (light: string, dark: string) => `light-dark(${light},${dark})`

/** The same, written down: colours of the bars by what is chosen on this device. */
const barRules = BAR_THEMES.map((name) => {
  const [light, dark] = [lightBars[name], darkBars[name]]
  return (
    `[data-top=${name}] .s-bar,[data-side=${name}] .s-side{background:${inBoth(light.fill, dark.fill)};` +
    `color:${inBoth(light.current, dark.current)};--fill:${inBoth(light.fill, dark.fill)};--line:${inBoth(light.line, dark.line)}}`
  )
}).join('')

const line = 'var(--mui-palette-divider)'
const paper = 'var(--mui-palette-background-paper)'
const ABOVE = `@media ${DESKTOP}`

/** @param codes of the languages whose words are in the frame; the first is shown where none is chosen */
export const startFrameRules = (codes: readonly LanguageCode[]): string =>
  [
    // The logo alone, for visitors without a session.
    '#start{color:var(--mui-palette-primary-main)}',
    ':root:not([data-start]) #start{display:grid;place-items:center;min-height:100dvh}',
    '#root#root:not(:empty)+#start,.s-frame,[data-start] #start>svg,#start [data-in]{display:none}',
    `:root:not([data-language]) [data-in=${codes[0]}],`,
    `${codes.map((code) => `[data-language=${code}] [data-in=${code}]`).join()}{display:inline!important}`,
    '#start>p{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}',
    // It loads no more once the page says that it could not (src/app/prerender.tsx).
    'body:has(>.not-loaded)>#start>p{display:none}',
    '[data-start] .s-frame{display:flex;flex-direction:column;min-height:100dvh}',
    `[data-boxed] .s-frame{box-sizing:border-box;max-width:${BOXED_PX}px;margin:0 auto;border-inline:1px solid ${line}}`,
    `.s-frame i{flex:none;width:28px;height:12px;border-radius:4px;background:var(--line,${line})}`,
    // Without colours of ours the shapes have an edge.
    '@media (forced-colors:active){.s-frame i{outline:1px solid GrayText}}',
    barRules,
    `.s-bar{display:flex;align-items:center;gap:24px;box-sizing:border-box;height:${TOP_BAR_PX}px;padding:0 26px 0 20px;border-bottom:1px solid var(--line)}`,
    '.s-bar i{width:24px;height:24px;border-radius:8px}.s-bar svg{flex:none;margin-inline:-2px -14px}.s-bar path+path{stroke:var(--fill)}',
    '.s-bar svg+i{flex:0 1 186px;height:14px}.s-bar b{flex:1}',
    `.s-bar b+i{flex:0 100 296px;min-width:24px;height:${TARGET_PX}px}.s-bar i:nth-last-child(2){width:160px}`,
    `${PHONE}{.s-bar{gap:20px;padding:0 4px 0 14px}.s-bar svg{margin-inline:-2px -6px}.s-bar svg+i,.s-bar i:nth-last-child(4),.s-bar i:nth-last-child(5){display:none}`,
    '.s-bar b+i{flex:none;width:24px;height:24px}.s-bar i:nth-last-child(2){width:24px}}',
    `.s-row{display:flex;align-items:center;gap:50px;box-sizing:border-box;height:${TARGET_PX + 1}px;padding:0 24px;border-bottom:1px solid ${line};background:${paper}}`,
    '.s-row i{width:92px}',
    `${BELOW_DESKTOP}{.s-row{display:none}}`,
    '.s-middle{flex:1;display:flex}.s-side{display:none}',
    `${ABOVE}{[data-layout=vertical] .s-side{display:block;box-sizing:border-box;flex:none;width:${WIDTH_PX.lg}px;padding:24px 20px;border-right:1px solid var(--line)}`,
    `[data-layout=vertical][data-size=small] .s-side{width:${WIDTH_PX.small}px}[data-layout=vertical][data-size=sm] .s-side{width:${WIDTH_PX.sm}px}}`,
    `.s-side i{display:block;width:min(120px,100%);margin-bottom:${TARGET_PX - 12}px}.s-side i:nth-child(3){margin-bottom:63px}.s-side i:nth-child(n+4){margin-bottom:24px}`,
    '[data-layout=vertical] .s-row{display:none}',
    `.s-main{flex:1;min-width:0;padding:24px 24px 32px;container-type:inline-size}${PHONE}{.s-main{padding:16px}}`,
    `.s-top{display:flex;align-items:center;height:${TARGET_PX}px;margin-bottom:68px}.s-top i{width:220px;height:26px}`,
    // Of the table what its rows begin with, or cards under the fields where it has no room.
    // Lines or a paper from edge to edge would have every tile of the page drawn, which the
    // first paint waits for: of one colour a tile is not, but a gradient counts in its whole box, however little of it is drawn.
    `.s-list{width:180px;height:${HEAD_PX + PAGE_SIZE * ROW_PX}px;background:repeating-linear-gradient(transparent 0 ${ROW_PX - 12}px,${line} 0 ${ROW_PX}px) 0 ${HEAD_PX - 19}px no-repeat}[data-start=frame] .s-list{display:none}`,
    `@container (max-width:959.95px){.s-list{width:auto;background:repeating-linear-gradient(${paper} 0 258px,transparent 0 270px) 0 78px no-repeat}}`,
    '@container (max-width:560px){.s-top{margin-bottom:122px}}',
  ].join('')
