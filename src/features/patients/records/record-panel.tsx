import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Mail from 'lucide-react/icons/mail'
import Pencil from 'lucide-react/icons/pencil'
import Phone from 'lucide-react/icons/phone'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { PatientRecord } from '../../../../contract/patients.ts'
import { clinicDate } from '../../../../domain/clinic-time.ts'
import { patientQueries } from '../../../api/patients.ts'
import { clock } from '../../../clock.ts'
import { messageFor } from '../../../http/message-for.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { paths } from '../../../paths.ts'
import { bookForAtom } from '../../../session/book-for.ts'
import { useStoredState } from '../../../session/open-forms.ts'
import { mayAtom } from '../../../session/rights.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { telAddress } from '../../../ui/contact-addresses.ts'
import { formatTime, shortDay } from '../../../ui/format-time.ts'
import { lazyModule } from '../../../ui/lazy.tsx'
import { useDisabledWithout } from '../../../ui/needs-connection.tsx'
import { isNotCached, NotCached } from '../../../ui/not-cached.tsx'
import { Note, NoteSign } from '../../../ui/note.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'
import { useInstants } from '../../../ui/use-instants.ts'
import { useLazyPart } from '../../../ui/use-lazy-part.ts'
import { useClinic } from '../../../use-clinic.ts'
import { Messages } from './messages.tsx'
import { Notes } from './notes.tsx'
import { OtherRecords } from './other-records.tsx'
import { type Joining, useJoining } from './use-joining.ts'
import { Visits } from './visits.tsx'

/* A record is cached; the forms that change it need a connection and are not. */
const correctForm = lazyModule(async () => (await import('./correct-form.tsx')).CorrectForm)

const Panel = styled('article')(({ theme }) => ({
  minWidth: 0,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.background.paper,
}))

const Head = styled('header')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'start',
  alignItems: 'start',
  gap: '12px 16px',
  '@media (min-width: 600px)': { gridTemplateColumns: 'minmax(0, 1fr) auto' },
  padding: '12px 20px',
  '& h2': { fontSize: '1.25rem', overflowWrap: 'anywhere', outline: 'none' },
  '& > div': { minWidth: 0 },
})

const Contact = styled('p')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  marginTop: 4,
  fontSize: '0.875rem',
  color: theme.vars.palette.text.secondary,
  '& > span': { display: 'inline-flex', alignItems: 'center', gap: 6, overflowWrap: 'anywhere' },
  '& svg': { flex: 'none' },
}))

const Facts = styled('dl')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  margin: 0,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '& > div': { flex: '1 1 auto', maxWidth: '100%', padding: '10px 20px' },
  '& > .sharing': { flex: '1 1 220px' },
  '& dt': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, fontSize: '1.25rem', fontWeight: 600, overflowWrap: 'anywhere' },
  '& dd small': { fontSize: '0.875rem', fontWeight: 400, color: theme.vars.palette.text.secondary },
}))

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '& > div': { display: 'grid', alignContent: 'start', gap: 20, padding: 20, minWidth: 0 },
  '@media (min-width: 1150px)': {
    gridTemplateColumns: 'minmax(0, 1fr) 300px',
    '& > div + div': { borderLeft: `1px solid ${theme.vars.palette.divider}` },
  },
}))

const Actions = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 12,
  '& > button': { width: 'auto', minHeight: 36, padding: '4px 14px', fontSize: '0.875rem' },
  '@media (pointer: coarse)': { '& > button': { minHeight: 44 } },
})

const Done = styled('div')({
  '&:not(:empty)': { padding: '12px 20px 0' },
  '& > div > button': { marginInlineStart: 'auto', minHeight: 24, padding: '0 8px' },
})

const Back = styled('div')({ padding: '4px 8px 0', '@media (min-width: 900px)': { display: 'none' } })

const Soft = styled('p')(({ theme }) => ({ fontSize: '0.875rem', color: theme.vars.palette.text.secondary }))

/** Names of channels, the same in every language. */
const CHANNEL = { email: 'email', sms: 'SMS' } as const

type Props = { id: string; onBack: () => void; onOpen: (id: string) => void }

/** One patient's record. Every answer of a change replaces it. */
export function RecordPanel({ id, onBack, onOpen }: Props) {
  const { t } = useTranslation('records')
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const query = useQuery(patientQueries.record(staffId, id))
  const { data, error, isPending } = query
  const disabledReason = useDisabledReason()
  const joining = useJoining(onOpen)
  return (
    <Panel aria-busy={isPending} aria-label={data?.displayName ?? t('record')}>
      <Back>
        <Button variant="text" startIcon={<ArrowLeft size={18} aria-hidden="true" />} onClick={onBack}>
          {t('back')}
        </Button>
      </Back>
      {isNotCached(query, disabledReason) ? (
        <NotCached onRetry={() => void query.refetch()} />
      ) : error && !data ? (
        <Note kind="error" role="alert">
          <NoteSign kind="error" />
          <span>{messageFor(error, t('failed'))}</span>
        </Note>
      ) : (
        data && <Record of={data} joining={joining} />
      )}
    </Panel>
  )
}

function Record({ of: it, joining }: { of: PatientRecord; joining: Joining }) {
  const { t } = useTranslation('records')
  const [correcting, setCorrecting] = useStoredState(`correcting ${it.id}`, false)
  const CorrectForm = useLazyPart(correctForm, correcting, () => setCorrecting(false))
  return (
    <>
      <LastJoined of={it} joining={joining} />
      {correcting && CorrectForm ? (
        <CorrectForm record={it} onClose={() => setCorrecting(false)} />
      ) : (
        <RecordHead of={it} onCorrect={() => setCorrecting(true)} />
      )}
      <RecordFacts of={it} />
      <Columns>
        <div>
          <Visits of={it} />
          <OtherRecords of={it} joining={joining} />
        </div>
        <div>
          <Notes of={it} />
          <Messages of={it} />
          <Soft>{t('written')}</Soft>
        </div>
      </Columns>
    </>
  )
}

/** The last merge or unlink, with a button that undoes it. */
function LastJoined({ of: it, joining }: { of: PatientRecord; joining: Joining }) {
  const { t } = useTranslation('records')
  const disabled = useDisabledWithout()
  const { last } = joining
  return (
    <Done role="status">
      {last?.patient === it.id && (
        <Note kind="success">
          <NoteSign kind="success" />
          <span>{t(last.joined ? 'others.joinedNow' : 'others.partedNow', { name: last.visitor.name })}</span>
          <Button
            variant="text"
            color="inherit"
            aria-disabled={joining.busy}
            {...disabled}
            onClick={() => {
              if (!disabled) joining.undo()
            }}
          >
            {t('undo')}
          </Button>
        </Note>
      )}
    </Done>
  )
}

/** Name and contact of the patient, with the buttons that edit them and book. */
function RecordHead({ of: it, onCorrect }: { of: PatientRecord; onCorrect: () => void }) {
  const { t } = useTranslation('records')
  const may = useAtomValue(mayAtom)
  const spoken = useInstants()
  const disabled = useDisabledWithout()
  const navigate = useNavigate()
  const bookFor = useSetAtom(bookForAtom)
  const about = [
    it.age !== null && t('years', { count: it.age }),
    it.gender !== null && it.gender !== 'none' && t(`gender.${it.gender}`),
    !it.registered && t('visitor'),
    it.guardian !== '' && t('guardianIs', { name: it.guardian }),
  ].filter(Boolean)
  const waits = [it.emailOrigin, it.phoneOrigin].find((origin) => origin?.countsFrom)?.countsFrom
  return (
    <Head>
      <div>
        <h2 id="record-name" tabIndex={-1}>
          {it.displayName}
        </h2>
        <Contact>
          {it.phoneNumber !== '' && (
            <span>
              <Phone size={16} aria-hidden="true" />
              <a href={telAddress(it.phoneNumber)}>{it.phoneNumber}</a>
            </span>
          )}
          {it.email !== '' && (
            <span>
              <Mail size={16} aria-hidden="true" />
              <a href={`mailto:${it.email}`}>{it.email}</a>
            </span>
          )}
          {about.length > 0 && <span>{about.join(', ')}</span>}
        </Contact>
        {waits && <Soft>{t('codesFrom', { at: spoken(waits) })}</Soft>}
        {it.optOuts.length > 0 && (
          <Soft>{t('noReminders', { by: it.optOuts.map((each) => CHANNEL[each]).join(', ') })}</Soft>
        )}
      </div>
      <Actions>
        {may('patients.write') && (
          <Button
            variant="outlined"
            startIcon={<Pencil size={16} aria-hidden="true" />}
            {...disabled}
            onClick={() => {
              if (!disabled) onCorrect()
            }}
          >
            {t('correct.open')}
          </Button>
        )}
        {may('book.write') && (
          <Button
            variant="contained"
            startIcon={<Plus size={16} aria-hidden="true" />}
            onClick={() => {
              bookFor({ id: it.id, name: it.displayName })
              void navigate(paths.daySheet())
            }}
          >
            {t('newAppointment')}
          </Button>
        )}
      </Actions>
    </Head>
  )
}

/** Numbers of appointments and no-shows, the next appointment, and who shares the contact. */
function RecordFacts({ of: it }: { of: PatientRecord }) {
  const clinic = useClinic()
  const { t, i18n } = useTranslation('records')
  const language = isoLanguage(i18n.language)
  const spoken = useInstants()
  const now = clock.now().getTime()
  const uncancelled = it.visits.filter(({ status }) => status !== 'cancelled')
  const next = uncancelled.findLast(({ appointment_date: at }) => Date.parse(at) > now)
  const past = uncancelled.filter(({ appointment_date: at }) => Date.parse(at) <= now).length
  const whenIs = (at: string) =>
    at.slice(0, 10) === clinicDate(clock.now(), clinic.timeZone)
      ? t('search.at', { time: formatTime(at.slice(11, 16), language) })
      : spoken(at)
  return (
    <Facts>
      <div>
        <dt>{t('facts.visits')}</dt>
        <dd>{past}</dd>
      </div>
      <div>
        <dt>{t('facts.noShows')}</dt>
        <dd>
          {it.noShows.length}{' '}
          {it.noShows[0] && <small>{shortDay(it.noShows[0], language, { year: true })}</small>}
        </dd>
      </div>
      <div>
        <dt>{t('facts.next')}</dt>
        <dd>{next ? whenIs(next.appointment_date) : '–'}</dd>
      </div>
      {it.sharing.length > 0 && (
        <div className="sharing">
          <dt>{t('facts.sharing')}</dt>
          <dd>
            <small>
              {it.sharing.map((other, at) => (
                <span key={other.id}>
                  {at > 0 && ', '}
                  <PageLink to={paths.patient(other.id)}>{other.name}</PageLink>
                </span>
              ))}
            </small>
          </dd>
        </div>
      )}
    </Facts>
  )
}
