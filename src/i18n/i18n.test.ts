import i18next from 'i18next'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERROR_CODES } from '../../contract/envelope.ts'
import { FIELD_MESSAGES } from '../../contract/fields.ts'
import { FALLBACK_SERVICE_CATEGORIES } from '../../domain/service-categories.ts'
import { ApiError } from '../http/api-error.ts'
import { messageFor } from '../http/message-for.ts'
import { problemOfWire } from '../ui/form/problem-of-wire.ts'
import { changeLanguage, loadTexts, onNextLanguage, startI18n } from './i18n.ts'
import booking from './locales/en/booking.json'
import common from './locales/en/common.json'
import wire from './locales/en/wire.json'
import { categoryLabel, messageForAnswer } from './wire-messages.ts'

beforeAll(() => startI18n('en', ['common', 'booking'], { common, booking }))
// All files of a worker share one i18next.
afterAll(() => i18next.changeLanguage('en'))

describe('a language goes by its own rules', () => {
  it.each([
    ['rs', 1, 'через 1 минуту.'],
    ['rs', 2, 'через 2 минуты.'],
    ['rs', 5, 'через 5 минут.'],
    ['rs', 21, 'через 21 минуту.'],
    ['gr', 1, 'in 1 Minute'],
    ['gr', 2, 'in 2 Minuten'],
  ] as const)('%s: %i', async (language, count, words) => {
    await changeLanguage(language)
    await loadTexts('wire')
    expect(i18next.t('wire:wait', { count })).toContain(words)
  })

  it.each([
    ['en', '1,234.5'],
    ['gr', '1.234,5'],
    ['rs', '1\u00a0234,5'],
  ] as const)('in %s a number is written %s', async (language, written) => {
    await changeLanguage(language)
    expect(i18next.services.interpolator.interpolate('{{n, number}}', { n: 1234.5 }, language, {})).toBe(
      written,
    )
  })
})

describe('a message of the server', () => {
  const refused = (code: string, retryAfterMs?: number) =>
    new ApiError('http', { status: 400, code, message: 'English.', retryAfterMs })
  const inRussian = async () => {
    await changeLanguage('rs')
    await loadTexts('wire')
  }

  it('is shown as it is in English, and the catalogue has the word where it says nothing', async () => {
    await changeLanguage('en')
    expect(messageFor(refused('slot_taken'), 'Ours')).toBe('English.')
    expect(messageFor(new ApiError('network'), 'Ours')).toBe('Ours')
    expect(messageForAnswer('Success!', 'success')).toBe('Success!')
    expect(problemOfWire('Something new.', 'invalid_input')).toEqual({ sentence: 'Something new.' })
    expect(categoryLabel('Other')).toBe('Other')
  })

  it.each([
    ['slot_taken', undefined, /^Это время только что заняли/],
    ['too_many_requests', 90_000, /через 2 минуты\.$/],
    // A day from now.
    ['too_many_requests', 86_400_000, /позвоните в клинику\.$/],
    ['of_tomorrow', undefined, /^Ours$/],
    ['', undefined, /^Ours$/],
  ] as const)('is said in words of the page by its code: %s', async (code, retryAfterMs, words) => {
    await inRussian()
    expect(messageFor(refused(code, retryAfterMs), 'Ours')).toMatch(words)
  })

  it.each<[string, Record<string, string>, string, string]>([
    [
      'one',
      { doctor: FIELD_MESSAGES.doctor_unknown },
      FIELD_MESSAGES.doctor_unknown,
      'Этот врач не принимает в выбранном филиале.',
    ],
    [
      'each of several',
      {
        move: FIELD_MESSAGES.invalid,
        start_time: FIELD_MESSAGES.slot_closed,
        a: FIELD_MESSAGES.slot_past,
        b: FIELD_MESSAGES.slot_past,
      },
      `${FIELD_MESSAGES.slot_closed} ${FIELD_MESSAGES.slot_past}`,
      'В это время клиника закрыта. Выберите другое. Это время уже прошло. Выберите другое.',
    ],
    ['one of a newer server', { start_time: 'Not on Sundays.' }, 'Not on Sundays.', 'Ours'],
    [
      'none that needs its field',
      { move: FIELD_MESSAGES.invalid, reason: FIELD_MESSAGES.required },
      'Ours',
      'Ours',
    ],
  ])(
    'of fields that are not on view is said by a sentence of its own: %s',
    async (_, errors, english, russian) => {
      const message = 'Please check the highlighted fields.'
      const error = new ApiError('http', { status: 400, code: 'invalid_input', message, errors })
      await changeLanguage('en')
      expect(messageFor(error, 'Ours')).toBe(english)
      await inRussian()
      expect(messageFor(error, 'Ours')).toBe(russian)
    },
  )

  it('at a field goes by the sentence, by the code, or is said in general', async () => {
    await inRussian()
    expect(problemOfWire(FIELD_MESSAGES.slot_past, 'invalid_input')).toEqual({ key: 'slot_past' })
    expect(problemOfWire('Taken.', 'username_taken')).toEqual({
      sentence: 'Это имя пользователя занято. Выберите другое.',
    })
    expect(problemOfWire('Something new.', 'invalid_input')).toEqual({ key: 'invalid' })
  })

  it('of success has words, and the categories have names', async () => {
    await inRussian()
    expect(messageForAnswer('Sent.', 'invitationSent', { email: 'ada@example.com' })).toContain(
      'ada@example.com',
    )
    expect(categoryLabel('Tooth Pain')).toBe('Зубная боль')
    expect(categoryLabel('Something of a draft')).toBe('Something of a draft')
  })

  it('has words for every code and every category', () => {
    expect(Object.keys(wire.code).sort()).toEqual([...ERROR_CODES].sort())
    expect(Object.keys(wire.category).sort()).toEqual([...FALLBACK_SERVICE_CATEGORIES].sort())
  })
})

it('a change waits for every part of the page, and is none when one cannot be had', async () => {
  await changeLanguage('en')
  const asked: string[] = []
  let isAway = true
  onNextLanguage(async (iso) => {
    asked.push(iso)
    if (isAway) throw new Error('No connection.')
  })
  await expect(changeLanguage('it')).rejects.toThrow('No connection.')
  expect(i18next.language).toBe('en')
  isAway = false
  await changeLanguage('it')
  expect(i18next.language).toBe('it')
  expect(asked).toEqual(['it', 'it'])
})
