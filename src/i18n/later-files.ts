import type { Texts } from './backend.ts'

/** The texts that no page begins with: what fetches them is a third of what a first load would say of texts. */
export const laterFiles = import.meta.glob<Texts>(
  [
    './locales/*/*.json',
    '!./locales/*/common.json',
    '!./locales/*/booking.json',
    '!./locales/*/shell.json',
    '!./locales/*/appointments.json',
    '!./locales/en/wire.json',
  ],
  { import: 'default' },
)
