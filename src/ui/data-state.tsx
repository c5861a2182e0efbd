import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { trueTime } from '../clock.ts'
import { isoLanguage } from '../i18n/languages.ts'
import { freshnessAtom } from '../live/live-state.ts'
import { useClinic } from '../use-clinic.ts'
import { dataStateOf } from './data-state-label.ts'

const MINUTE_MS = 60_000

const State = styled('p')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 8,
  minHeight: 24,
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.secondary,
  '&[data-tone=good]': { color: theme.vars.palette.success.main },
  '&[data-tone=old]': { color: theme.vars.palette.warning.main, fontWeight: 600 },
  '&[data-tone=stale]': { color: theme.vars.palette.error.main, fontWeight: 600 },
}))

/** A signal, a clock, and a line that is cut. */
const SIGNS = {
  live: 'M8 8h.01M5.2 5.2a4 4 0 0 0 0 5.6M10.8 5.2a4 4 0 0 1 0 5.6M3 3a7 7 0 0 0 0 10M13 3a7 7 0 0 1 0 10',
  polled: 'M8 2a6 6 0 1 0 0 12a6 6 0 0 0 0-12M8 5v3l2 1.5',
  offline: 'M2 2l12 12M8 13h.01M5.5 10.5a3.5 3.5 0 0 1 5 0M3 8a7 7 0 0 1 3-1.8M13 8a7 7 0 0 0-3.6-1.9',
} as const

/** Not announced, as it changes often. @param updatedAt milliseconds since 1970 by the device's clock; 0: not yet */
export function DataState({ updatedAt }: { updatedAt: number }) {
  const clinic = useClinic()
  const { t, i18n } = useTranslation('shell')
  const freshness = useAtomValue(freshnessAtom)
  const now = trueTime(useMinuteClock())
  const fetchedAt = updatedAt && trueTime(updatedAt)
  const { tone, word, time } = dataStateOf(
    { freshness, updatedAt: fetchedAt, now },
    isoLanguage(i18n.language),
    clinic.timeZone,
  )
  return (
    <State data-tone={tone}>
      <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
        <path d={SIGNS[freshness]} strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {t(`data.${word}`, { time })}
    </State>
  )
}

/** Each minute of the wall clock, which continues while a device sleeps. */
function useMinuteClock(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
