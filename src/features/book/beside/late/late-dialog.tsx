import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { styled } from '@mui/material/styles'
import { useMutation, useQuery } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LateVisits } from '../../../../../contract/desk.ts'
import { lateVisits, tellLate } from '../../../../api/late.ts'
import { messageFor } from '../../../../http/message-for.ts'
import { isoLanguage } from '../../../../i18n/languages.ts'
import { telAddress } from '../../../../ui/contact-addresses.ts'
import { DialogBody, DialogFoot, DialogIntro } from '../../../../ui/dialog-body.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { formatTime } from '../../../../ui/format-time.ts'
import { Note, NoteSign } from '../../../../ui/note.tsx'
import { Paper } from '../../../../ui/paper.tsx'
import { whatsAppLink } from '../whats-app-link.ts'

const List = styled('ol')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
  '& > li': { display: 'grid', gap: 2, padding: '10px 16px', overflowWrap: 'anywhere' },
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& strong': { fontWeight: 600 },
  '& .head': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: '0 16px',
  },
  '& .soft': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
  '& .calls': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 24px' },
  // As tall as a finger.
  '& .calls > a': { display: 'inline-flex', alignItems: 'center', minHeight: 44 },
  '& .calls > a:first-of-type': { fontWeight: 600 },
}))

/** Present before its text, without a gap of its own. */
const Status = styled('div')({ '&:empty': { position: 'absolute' } })

type Props = {
  location: string
  doctor: { id: string; name: string }
  minutes: number
  onClose: () => void
}

/**
 * Remaining appointments today of a doctor who is running late, the next one first: to be called, with a text for
 * each.
 */
export function LateDialog({ location, doctor, minutes, onClose }: Props) {
  const { t } = useTranslation('late')
  const asked = { location, doctorId: doctor.id, minutes }
  const { data, error, refetch } = useQuery({
    queryKey: ['late', asked],
    queryFn: ({ signal }) => lateVisits(asked, signal),
    // Patients who have arrived meanwhile need no call.
    gcTime: 0,
    retry: false,
  })
  const texts = useMutation({ mutationFn: (ids: readonly string[]) => tellLate(asked, ids) })
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const reached = (data ?? []).filter(({ reachable }) => reachable).map(({ id }) => id)
  const selected = reached.filter((id) => !left.has(id))
  const toggle = (ids: readonly string[], isSelected: boolean) =>
    setLeft(new Set(isSelected ? [...left].filter((id) => !ids.includes(id)) : [...left, ...ids]))
  const failure = error ?? texts.error
  const title = t('title', { doctor: doctor.name, minutes })
  return (
    <FormDialog labelledBy="late-title" onClose={onClose}>
      <DialogBody>
        <DialogIntro>
          <h2 id="late-title">{title}</h2>
          {data && data.length > 0 && <p>{t('text')}</p>}
        </DialogIntro>
        <Status role="status">
          {!data && !error && t('loading')}
          {data?.length === 0 && t('none')}
        </Status>
        {failure && (
          <Note kind="error" role="alert">
            <NoteSign kind="error" />
            <span>{messageFor(failure, t(error ? 'failed' : 'sendFailed'))}</span>
            <Button variant="text" onClick={() => (error ? void refetch() : texts.mutate(selected))}>
              {t('again')}
            </Button>
          </Note>
        )}
        {data && data.length > 0 && (
          <>
            {reached.length > 1 && !texts.isSuccess && (
              <Button
                variant="text"
                sx={{ justifySelf: 'start', margin: '-8px 0 -8px -20px' }}
                onClick={() => toggle(reached, selected.length === 0)}
              >
                {t(selected.length === 0 ? 'tickAll' : 'untickAll')}
              </Button>
            )}
            <List>
              {data.map((visit) => (
                <LateVisit
                  key={visit.id}
                  of={visit}
                  tick={
                    visit.reachable && !texts.isSuccess
                      ? {
                          checked: !left.has(visit.id),
                          onChange: (isSelected) => toggle([visit.id], isSelected),
                        }
                      : undefined
                  }
                  isTold={texts.variables?.includes(visit.id) ? texts.data?.includes(visit.id) : undefined}
                />
              ))}
            </List>
          </>
        )}
        <DialogFoot>
          {data && data.length > 0 && (
            <Button
              variant="outlined"
              startIcon={<Printer size={18} aria-hidden="true" />}
              onClick={() => print()}
            >
              {t('print')}
            </Button>
          )}
          {data && data.length > 0 && (
            <Button
              variant="outlined"
              aria-busy={texts.isPending}
              disabled={texts.isSuccess || selected.length === 0}
              onClick={() => texts.isPending || texts.mutate(selected)}
            >
              {t('send', { count: selected.length })}
            </Button>
          )}
          <Button variant="contained" autoFocus onClick={onClose}>
            {t('done')}
          </Button>
        </DialogFoot>
        {data && data.length > 0 && <LateSheet title={title} visits={data} />}
      </DialogBody>
    </FormDialog>
  )
}

type VisitProps = {
  of: LateVisits[number]
  /** Whether they get the text; not of whom no message reaches, nor once it is sent. */
  tick: { checked: boolean; onChange: (isSelected: boolean) => void } | undefined
  isTold: boolean | undefined
}

function LateVisit({ of: visit, tick, isTold }: VisitProps) {
  const { t, i18n } = useTranslation('late')
  const language = isoLanguage(i18n.language)
  const clock = (instant: string) => formatTime(instant.slice(11, 16), language)
  const [time, expected] = [clock(visit.appointment_date), clock(visit.expected)]
  return (
    <li>
      <div className="head">
        {tick ? (
          <FormControlLabel
            control={
              <Checkbox
                checked={tick.checked}
                onChange={({ currentTarget }) => tick.onChange(currentTarget.checked)}
              />
            }
            label={<strong>{visit.name}</strong>}
          />
        ) : (
          <strong>{visit.name}</strong>
        )}
        <span>{t('times', { time, expected })}</span>
      </div>
      {visit.phone_number === '' ? (
        <span className="soft">{t('noPhone')}</span>
      ) : (
        <div className="calls">
          <a href={telAddress(visit.phone ?? visit.phone_number)}>{visit.phone_number}</a>
          {visit.phone !== null && (
            <a href={whatsAppLink(visit.phone, visit.text)} target="_blank" rel="noreferrer">
              {t('whatsApp')}
            </a>
          )}
        </div>
      )}
      <span className="soft">{visit.text}</span>
      {!visit.reachable && <span className="soft">{t('notTold')}</span>}
      {isTold !== undefined && <span role="status">{t(isTold ? 'told' : 'notTold')}</span>}
    </li>
  )
}

const Sheet = styled(Paper)({
  fontSize: '10pt',
  '& h2': { marginBottom: '3mm' },
  '& table': { width: '100%', borderCollapse: 'collapse' },
  '& th, & td': {
    padding: '1.6mm 1mm',
    borderBottom: '0.5pt solid GrayText',
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
  },
  '& tr': { breakInside: 'avoid' },
  // Checked by hand. A border, because browsers do not print backgrounds.
  '& .box': { display: 'block', width: '3.5mm', height: '3.5mm', border: '0.75pt solid' },
})

/** The list on paper, for calls. */
function LateSheet({ title, visits }: { title: string; visits: LateVisits }) {
  const { t, i18n } = useTranslation('late')
  const language = isoLanguage(i18n.language)
  const clock = (instant: string) => formatTime(instant.slice(11, 16), language)
  return (
    <Sheet isOfDialog>
      <h2>{title}</h2>
      <table>
        <thead>
          <tr>
            {(['called', 'time', 'expected', 'patient', 'phone'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`sheet.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visits.map(({ id, appointment_date, expected, name, phone_number }) => (
            <tr key={id}>
              <td>
                <span className="box" />
              </td>
              <td>{clock(appointment_date)}</td>
              <td>{clock(expected)}</td>
              <td>{name}</td>
              <td>{phone_number}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  )
}
