import { useTranslation } from 'react-i18next'
import { type Load, percentBooked, whyNothingLeft } from '../day/arrange.ts'
import { place } from '../day/places.ts'
import { useDurationText } from './grid/use-duration-text.ts'

/** Load of an opening time, in words. */
export function LoadWords({ of, kind }: { of: Load; kind: 'long' | 'short' | 'least' }) {
  const { t } = useTranslation('appointments')
  const duration = useDurationText()
  const percent = percentBooked(of)
  if (of.open === 0) return <span className="load">{t('calendar.off')}</span>
  // Beside others it is hours that count.
  const left = kind === 'short' && of.left >= 60 ? Math.round(of.left / 60) * 60 : of.left
  const nothing = whyNothingLeft(of)
  const free =
    of.left > 0 ? t('calendar.free', { time: duration(left) }) : nothing && t(`calendar.${nothing}`)
  return (
    <span className="load">
      {percent !== null && (kind !== 'least' || free === null) && (
        <span className={free === null ? undefined : 'share'}>
          <strong>{t('calendar.percent', { percent })}</strong>
          {kind === 'long' && <span className="booked"> {t('calendar.booked')}</span>}
          {free === null ? '' : ' · '}
        </span>
      )}
      <span className={of.left > 0 ? 'free' : undefined}>{free}</span>
    </span>
  )
}

/** The same as shares of the opening time: booked, blocked, free. */
export function LoadStrip({ of: { open, booked, blocked } }: { of: Load }) {
  if (open === 0) return null
  const share = (minutes: number) => place({ '--share': Math.min(1, minutes / open) })
  return (
    <div className="strip" aria-hidden="true">
      <span className="taken" style={share(booked)} />
      <span className="hatched" style={share(blocked)} />
    </div>
  )
}
