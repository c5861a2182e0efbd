import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import Clock from 'lucide-react/icons/clock'
import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NextFree } from '../../../contract/availability.ts'
import type { ClinicLocation } from '../../../domain/clinic.ts'
import { openingToday } from '../../../domain/opening-today.ts'
import type { PublicClinic } from '../../../domain/public-clinic.ts'
import { apiBaseUrl, clinicName, portalToken } from '../../build.ts'
import { refreshClinic } from '../../clinic.ts'
import { clock } from '../../clock.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { MapLink, PhoneLink } from '../../ui/contact-links.tsx'
import { formatTime, shortDay } from '../../ui/format-time.ts'
import { openOn } from '../../ui/open-on.ts'
import { useClinicFailed, useKnownClinic } from '../../use-clinic.ts'
import { bookingAtom } from './state/booking-atom.ts'
import { SkeletonBar } from './step/skeleton-bar.tsx'

/** Height of the card with a phone number and two more locations, in pixels. */
const BOX_PX = 340

// As high as all of its lines from the start: what is around it stays where it is when they come.
const Box = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minHeight: BOX_PX,
  overflow: 'hidden',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.background.paper,
  '& > *': { padding: '0 16px' },
}))

const Empty = styled('div')({
  flex: 1,
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'start',
  gap: 16,
})

const Bar = styled(SkeletonBar)({ width: '80%', height: 14, '&:nth-of-type(2)': { width: '50%' } })

const Rows = styled('div')(({ theme }) => ({
  flex: 1,
  '& > *': { minHeight: 44, padding: '4px 0' },
  '& > * + *': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}))

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 12px',
  '& > svg': { flex: 'none' },
  '& > span': { flex: '1 1 0', minWidth: '60%', overflowWrap: 'anywhere' },
  '& > a:last-child': { marginLeft: 'auto' },
})

const Others = styled('p')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 16px',
  fontSize: '0.875rem',
  // As high as a thumb needs.
  '& a': { display: 'inline-block', padding: '12px 0' },
})

// As high as its words before they are there: two lines on a phone, where they may need them.
const Next = styled('div')(({ theme }) => ({
  '& > *': { minHeight: 48 },
  [theme.breakpoints.down('sm')]: { '& > *': { minHeight: 56 } },
  backgroundColor: `color-mix(in srgb, ${theme.vars.palette.primary.main} 12%, transparent)`,
}))

const Hours = styled('details')(({ theme }) => ({
  '& > summary': { listStyle: 'none', cursor: 'pointer', minHeight: 36 },
  [theme.breakpoints.down('sm')]: { '& > summary': { minHeight: 48 } },
  '& > summary::-webkit-details-marker': { display: 'none' },
  // A change of colours would never end while it is closed.
  '& > ul': { margin: '0 0 8px 32px', padding: 0, listStyle: 'none', transitionProperty: 'none' },
}))

/** The clinic of the booking: address, phone number, opening hours and next free time (step 1). */
export function ClinicCard() {
  const { t } = useTranslation('booking')
  const clinic = useKnownClinic()
  const hasFailed = useClinicFailed()
  return (
    <Box aria-label={t('clinic.label')} aria-busy={!clinic && !hasFailed}>
      {clinic ? <Facts clinic={clinic} /> : hasFailed ? <Failed /> : <Loading />}
    </Box>
  )
}

function Loading() {
  return (
    <Empty>
      <Bar />
      <Bar />
      <Bar />
    </Empty>
  )
}

function Failed() {
  const { t } = useTranslation('booking')
  return (
    <Empty>
      <p role="status">{t('clinic.failed')}</p>
      {/* What becomes of it is said here again. */}
      <Button variant="outlined" onClick={() => refreshClinic().catch(() => {})}>
        {t('error.retry')}
      </Button>
    </Empty>
  )
}

function Facts({ clinic }: { clinic: PublicClinic }) {
  const { t } = useTranslation('booking')
  const { form } = useAtomValue(bookingAtom)
  const place = clinic.locations.find(({ code }) => code === form.location)
  const others = clinic.locations.filter(
    ({ code, phone }) => phone && !clinic.offeredLocations.includes(code),
  )
  if (!place) return null
  return (
    <>
      <Rows>
        <Line>
          <MapPin size={20} />
          <span>{place.address}</span>
          <MapLink address={`${clinicName}, ${place.address}`} />
        </Line>
        {place.phone && (
          <Line>
            <Phone size={20} />
            <span>
              <PhoneLink phone={place.phone} />
            </span>
          </Line>
        )}
        <OpeningLine place={place} timeZone={clinic.timeZone} />
        {others.length > 0 && (
          <Others>
            {t('clinic.byPhone')}
            {others.map(({ code, name, phone = '' }) => (
              <span key={code}>
                {name} <PhoneLink phone={phone} />
              </span>
            ))}
          </Others>
        )}
      </Rows>
      <NextFreeLine location={place.code} />
    </>
  )
}

type OpeningProps = { place: Pick<ClinicLocation, 'openingHours'>; timeZone: string }

function OpeningLine({ place: { openingHours: hours }, timeZone }: OpeningProps) {
  const { t, i18n } = useTranslation('booking')
  const language = isoLanguage(i18n.language)
  const today = openingToday(hours, clock.now(), timeZone)
  const time = (text: string) => formatTime(text, language)
  return (
    <Hours>
      <Line as="summary">
        <Clock size={20} />
        <span>
          {today.state === 'open'
            ? t('clinic.open', { time: time(today.until) })
            : today.state === 'opens'
              ? t('clinic.opens', { time: time(today.from) })
              : t('clinic.closed')}
        </span>
        <u>{t('clinic.hours')}</u>
      </Line>
      <ul>
        {openOn(hours, language).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Hours>
  )
}

/** Says nothing where it cannot be known: step 3 tells it all. */
function NextFreeLine({ location }: { location: string }) {
  const { t, i18n } = useTranslation('booking')
  const [next, setNext] = useState<NextFree | undefined>()
  useEffect(() => {
    const call = new AbortController()
    setNext(undefined)
    void fetchNextFree(location, call.signal).then((found) => call.signal.aborted || setNext(found))
    return () => call.abort()
  }, [location])
  const language = isoLanguage(i18n.language)
  return (
    <Next>
      <Line>
        <CalendarCheck size={20} />
        <span role="status">
          {next === undefined ? null : next === null ? (
            t('clinic.noneFree')
          ) : (
            <>
              {t('clinic.nextFree')}{' '}
              <strong>
                {shortDay(next.date, language)}, {formatTime(next.time, language)}
              </strong>
            </>
          )}
        </span>
      </Line>
    </Next>
  )
}

const DATE = /^\d{4}-\d\d-\d\d$/
const TIME = /^\d\d:\d\d$/

/**
 * Fetches the first free time of a location, for an appointment of the usual length with any doctor; the browser
 * caches it for a minute. Without the usual HTTP client, which the first load doesn't have; a late answer is left
 * out.
 * @returns undefined: not known
 */
async function fetchNextFree(location: string, signal: AbortSignal): Promise<NextFree | undefined> {
  try {
    const answer = await fetch(`${apiBaseUrl}/availability/next?${new URLSearchParams({ location })}`, {
      headers: { Authorization: `Bearer ${portalToken}` },
      signal,
    })
    const { success, data } = await answer.json()
    if (success !== true) return undefined
    return data === null || (DATE.test(data?.date) && TIME.test(data?.time)) ? data : undefined
  } catch {
    return undefined
  }
}
