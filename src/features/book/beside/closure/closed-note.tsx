import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClosedVisit, Closure } from '../../../../../contract/closures.ts'
import { availabilityQueries } from '../../../../api/availability.ts'
import { blockerQueries } from '../../../../api/blockers.ts'
import { sendLinks, takeBackClosure } from '../../../../api/closures.ts'
import { refetchChanged } from '../../../../api/refetch-changed.ts'
import { clinicName } from '../../../../build.ts'
import { messageFor } from '../../../../http/message-for.ts'
import { isoLanguage } from '../../../../i18n/languages.ts'
import { telAddress } from '../../../../ui/contact-addresses.ts'
import { DialogFoot, DialogIntro, DialogMessages } from '../../../../ui/dialog-body.tsx'
import { formatTime, shortDay } from '../../../../ui/format-time.ts'
import { useMessages } from '../../../../ui/messages.ts'
import { whatsAppLink } from '../whats-app-link.ts'

const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
  '& > li': { display: 'grid', gap: 4, padding: '12px 16px', overflowWrap: 'anywhere' },
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& strong': { fontWeight: 600 },
  '& .soft': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
  '& ul': { margin: 0, paddingInlineStart: 20 },
  '& .calls': { display: 'flex', flexWrap: 'wrap', gap: '0 24px' },
  // As tall as a finger.
  '& .calls > a': { display: 'inline-flex', alignItems: 'center', minHeight: 44 },
}))

/**
 * The closure and the appointments it affects, to be called with the next free times; for a while it can be undone.
 */
export function ClosedNote({ closure, onClose }: { closure: Closure; onClose: () => void }) {
  const { t } = useTranslation('closure')
  const { notify } = useMessages()
  const queries = useQueryClient()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const back = useMutation({
    mutationFn: () => takeBackClosure(closure.blocker.id),
    onSuccess: () => {
      notify('success', t('takenBack'))
      onClose()
    },
    onError: (error) => notify('error', messageFor(error, t('failed'))),
    onSettled: () => {
      void refetchChanged(queries, blockerQueries.stored())
      void refetchChanged(queries, availabilityQueries.all())
    },
  })
  const { visits } = closure
  const absent = visits.filter((visit) => !isHere(visit))
  const links = useMutation({
    mutationFn: () =>
      sendLinks(
        closure.blocker.id,
        absent.map(({ appointment }) => appointment.id),
      ),
    onError: (error) => notify('error', messageFor(error, t('failed'))),
  })
  return (
    <>
      <DialogIntro>
        <h2 id="closure-title" ref={title} tabIndex={-1}>
          {t('hit', { count: visits.length })}
        </h2>
        {visits.length > 0 && <p>{t('hitText')}</p>}
      </DialogIntro>
      <DialogMessages />
      {visits.length > 0 && (
        <List>
          {visits.map((visit) => (
            <Visit
              key={visit.appointment.id}
              visit={visit}
              isTold={links.data?.includes(visit.appointment.id)}
            />
          ))}
        </List>
      )}
      <DialogFoot>
        <Button variant="text" aria-disabled={back.isPending} onClick={() => back.isPending || back.mutate()}>
          {t('takeBack')}
        </Button>
        {absent.length > 0 && (
          <Button
            variant="outlined"
            aria-busy={links.isPending}
            disabled={links.isSuccess}
            onClick={() => links.isPending || links.mutate()}
          >
            {t('send')}
          </Button>
        )}
        <Button variant="contained" onClick={onClose}>
          {t('done')}
        </Button>
      </DialogFoot>
    </>
  )
}

/** Patients who wait or are seated are told there, not called. */
const isHere = ({ appointment: { visit } }: ClosedVisit) => visit === 'arrived' || visit === 'in_chair'

type VisitProps = {
  visit: ClosedVisit
  /** Whether the patient gets the link; undefined: not pressed yet. */
  isTold: boolean | undefined
}

function Visit({ visit, isTold }: VisitProps) {
  const { appointment, next, phone } = visit
  const { t, i18n } = useTranslation('closure')
  const language = isoLanguage(i18n.language)
  const { user, doctor, appointment_date } = appointment
  const name = user.displayName ?? `${user.surname} ${user.other_names}`
  const time = formatTime(appointment_date.slice(11, 16), language)
  const day = appointment_date.slice(0, 10)
  const times = next.map((free) => {
    const at = formatTime(free.start_time, language)
    const when = free.appointment_date === day ? at : `${shortDay(free.appointment_date, language)}, ${at}`
    return t('withDoctor', { when, doctor: free.doctor.name })
  })
  const message = t('message', { time, clinic: clinicName })
  return (
    <li>
      <strong>
        {time} · {name}
      </strong>
      <span className="soft">{doctor.name}</span>
      {!isHere(visit) && isTold !== undefined && <span role="status">{t(isTold ? 'told' : 'notTold')}</span>}
      {isHere(visit) ? (
        <span>{t('here')}</span>
      ) : user.phone_number === '' ? (
        <span className="soft">{t('noPhone')}</span>
      ) : (
        <span className="calls">
          <a href={telAddress(phone ?? user.phone_number)}>{user.phone_number}</a>
          {phone !== null && (
            <a href={whatsAppLink(phone, message)} target="_blank" rel="noreferrer">
              {t('whatsApp')}
            </a>
          )}
        </span>
      )}
      {next.length === 0 ? (
        <span className="soft">{t('noneFree')}</span>
      ) : (
        <div>
          {t('next')}
          <ul>
            {times.map((free) => (
              <li key={free}>{free}</li>
            ))}
          </ul>
        </div>
      )}
    </li>
  )
}
