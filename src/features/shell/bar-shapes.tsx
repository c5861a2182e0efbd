import { useDeferredValue } from 'react'
import { Mark } from '../../ui/mark.tsx'

/** Search field, five buttons, one of them the user's name, and the settings. */
const CONTROLS = Array.from({ length: 7 }, (_, i) => i)

/** The bar as shapes, by the rules that the page's HTML has for them (start-frame.tsx). */
export function BarShapes() {
  return (
    <div className="s-bar" aria-hidden="true">
      <i />
      <Mark size={28} />
      <i />
      <b />
      {CONTROLS.map((control) => (
        <i key={control} />
      ))}
    </div>
  )
}

/**
 * False in the first render where the HTML's frame was shown: its shapes stay until what somebody came for is there to be
 * read, and the bar's controls are rendered right after it.
 */
export const useTurnAfterPage = (): boolean =>
  useDeferredValue(true, document.documentElement.dataset.start === undefined)
