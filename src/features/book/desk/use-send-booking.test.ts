import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { restoreForms } from '../../../session/open-forms.ts'
import { useSendBooking } from './use-send-booking.ts'

it('a booking without an answer keeps its key over a lock of the tab', () => {
  vi.stubGlobal('addEventListener', () => {})
  const sent = { key: 'k', body: { location: 'fct' } }
  restoreForms({ 'desk unanswered': sent })
  let unanswered: unknown
  function Panel() {
    unanswered = useSendBooking(() => {}).unanswered
    return null
  }
  const client = new QueryClient()
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Panel)))
  restoreForms({})
  vi.unstubAllGlobals()
  expect(unanswered).toEqual(sent)
})
