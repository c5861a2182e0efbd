import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, onTestFinished, vi } from 'vitest'
import { restoreForms } from '../../../session/open-forms.ts'
import { useUnanswered } from './use-send-booking.ts'

it('a booking without an answer keeps its key over a lock of the tab', () => {
  // What restores forms listens to the window.
  vi.stubGlobal('addEventListener', () => {})
  const sent = { key: 'k', body: { location: 'fct' } }
  restoreForms({ 'desk unanswered': sent })
  onTestFinished(() => {
    restoreForms({})
    vi.unstubAllGlobals()
  })
  let unanswered: unknown
  function Panel() {
    ;[unanswered] = useUnanswered()
    return null
  }
  renderToStaticMarkup(createElement(Panel))
  expect(unanswered).toEqual(sent)
})
