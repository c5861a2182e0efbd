import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createInstance } from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import { valuesFor } from './desk-values.ts'
import { PatientChoice } from './patient-choice.tsx'
import type { DeskForm } from './use-desk-form.ts'

it('a request that is corrected keeps its patient, whose name is no field', async () => {
  // Its own, since that of the page waits for texts.
  const i18n = createInstance()
  await i18n.init({ lng: 'en', resources: {}, react: { useSuspense: false } })
  const values = {
    ...valuesFor({ place: null, location: 'fct', patient: null }, '2030-03-04'),
    patient: '8f14e45f',
    name: 'Ngozi Eze',
  }
  const field = () => ({ value: '', change: () => {} })
  const pageOf = (request: object | undefined) => {
    const desk = { form: { field }, values, mode: 'save', name: values.name, patient: null, request }
    const panel = createElement(PatientChoice, {
      desk: desk as unknown as DeskForm,
      input: { current: null },
    })
    const known = createElement(QueryClientProvider, { client: new QueryClient() }, panel)
    return renderToStaticMarkup(createElement(I18nextProvider, { i18n }, known))
  }
  expect(pageOf(undefined)).toContain('role="combobox"')
  expect(pageOf({})).toContain('<strong>Ngozi Eze</strong>')
  expect(pageOf({})).not.toContain('role="combobox"')
})
