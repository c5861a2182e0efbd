import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../../../i18n/languages.ts'
import { shortDay } from '../../../../ui/format-time.ts'
import { formatMinutes, formatSpan } from '../../day/format-span.ts'
import { lengthOf } from '../../day/spans.ts'
import { patientName } from '../../state/appointment-label.ts'
import { freeUntil, type Hindrance, hindrance, type Landing, nearestStarts } from './landing.ts'
import type { Moving } from './moving.ts'

/** Texts of a moved appointment: where it would land, or why it cannot. */
export type LandingWords = { name: string; canLand: boolean; time: string; lines: readonly string[] }

/** @returns the words of a step. Its `first` is the first minute of the day that isn't over. */
export function useLandingWords(): (moving: Moving, landing: Landing, first: number) => LandingWords {
  const { t, i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  return useMemo(() => wordsIn(t, language), [t, language])
}

/** Each step of a drag asks for them, and most of their parts are those of the step before. */
function wordsIn(t: TFunction<'appointments'>, language: string) {
  const clock = remembered((minutes: number) => formatMinutes(minutes, language))
  const dayOf = remembered((day: string) => shortDay(day, language))
  const nameOf = remembered(patientName, new WeakMap())
  const texts = new Map<string, string>()
  const text = (parts: string, say: () => string) => {
    const said = texts.get(parts) ?? say()
    texts.set(parts, said)
    return said
  }
  const end = (by: Moving['by'], canLand: boolean) =>
    text(`${by} ${canLand}`, () =>
      canLand
        ? t(by === 'keys' ? 'move.enter' : 'move.letGo')
        : t(by === 'keys' ? 'move.cannot' : 'move.letGoBack'),
    )
  const whyNot = (obstacle: Hindrance, doctor: string) => {
    const { why } = obstacle
    if (why === 'visit') {
      const name = nameOf(obstacle.row)
      return text(`${why} ${name}`, () => t('move.taken', { name }))
    }
    if (why === 'blocked') {
      const { words } = obstacle.by
      const time = clock(obstacle.by.to)
      return text(`${why} ${time} ${words}`, () => t('move.blocked', { words, time }))
    }
    if (why === 'service') {
      const { service } = obstacle
      return text(`${why} ${doctor} ${service}`, () => t('move.service', { doctor, service }))
    }
    return text(why, () => t(`move.${why}`))
  }
  return ({ row, span, what, by }: Moving, landing: Landing, first: number): LandingWords => {
    const { day, doctor } = landing.column
    const obstacle = hindrance(landing, span, first)
    const [name, time] = [nameOf(row), clock(span.from)]
    if (obstacle === null) {
      const until = clock(freeUntil(landing, span.from))
      const minutes = lengthOf(span)
      return {
        name,
        canLand: true,
        time,
        lines: [
          what === 'length'
            ? `${formatSpan(span, language)}, ${text(`long ${minutes}`, () => t('calendar.minutes', { minutes }))}`
            : `${dayOf(day)}, ${time}`,
          text(`until ${until} ${doctor.name}`, () =>
            t('move.freeUntil', { doctor: doctor.name, time: until }),
          ),
          end(by, true),
        ],
      }
    }
    const times = nearestStarts(landing, span, first).map(clock).join(', ')
    const nearest = () => t('move.nearest', { doctor: doctor.name, times })
    return {
      name,
      canLand: false,
      time,
      lines: [
        whyNot(obstacle, doctor.name),
        ...(times === '' ? [] : [text(`nearest ${times} ${doctor.name}`, nearest)]),
        end(by, false),
      ],
    }
  }
}

/** The same text for the same, made once. */
function remembered<Of>(say: (of: Of) => string, texts: Texts<Of> = new Map<Of, string>()) {
  return (of: Of): string => {
    const said = texts.get(of) ?? say(of)
    texts.set(of, said)
    return said
  }
}

type Texts<Of> = { get: (of: Of) => string | undefined; set: (of: Of, text: string) => unknown }
