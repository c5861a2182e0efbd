import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { OtherRecord, PatientRecord } from '../../../../contract/patients.ts'
import { startCase } from '../../../../domain/start-case.ts'
import { patientQueries } from '../../../api/patients.ts'
import { ApiError } from '../../../http/api-error.ts'
import { messageFor } from '../../../http/message-for.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { mayAtom } from '../../../session/rights.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { unseen } from '../../../theme/unseen.ts'
import { DialogBody, DialogFoot, DialogIntro, DialogMessages } from '../../../ui/dialog-body.tsx'
import { shortDay } from '../../../ui/format-time.ts'
import { Note, NoteSign } from '../../../ui/note.tsx'
import type { Joining } from './use-joining.ts'

/** Number of latest appointments of each record that are compared. */
const VISITS = 3

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  '& th, & td': {
    padding: '8px 12px 8px 0',
    textAlign: 'start',
    verticalAlign: 'top',
    fontWeight: 400,
    overflowWrap: 'anywhere',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
  '& th:first-of-type': { width: '26%', color: theme.vars.palette.text.secondary },
  '& thead th': { fontWeight: 600, '& small': { display: 'block', fontSize: '0.75rem', fontWeight: 400 } },
  '& small, & .none': { color: theme.vars.palette.text.secondary },
  '& tr[data-differs=true] td': { fontWeight: 600 },
  '& .sign': { color: theme.vars.palette.warning.main, fontSize: '0.75rem', display: 'block' },
  '& ul': { margin: 0, padding: 0, listStyle: 'none', fontWeight: 400 },
}))
const Unseen = styled('span')(unseen)
const Hint = styled('p')(({ theme }) => ({ fontSize: '0.875rem', color: theme.vars.palette.text.secondary }))

/** Compared fields, besides the appointments; numbers and addresses by value, not by spacing. */
const FIELDS = [
  'name',
  'clinicId',
  'phone',
  'email',
  'birthDate',
  'age',
  'gender',
  'address',
  'guardian',
] as const
type Field = (typeof FIELDS)[number]

function valuesOf(it: PatientRecord): Record<Exclude<Field, 'gender' | 'birthDate'>, string> {
  return {
    // What stands above is as it is shown, with title and number.
    name: startCase([it.firstName, it.middleName, it.lastName].filter(Boolean).join(' ')),
    clinicId: it.clinicId ?? '',
    phone: it.phoneNumber,
    email: it.email,
    age: it.age === null ? '' : String(it.age),
    address: it.address,
    guardian: it.guardian,
  }
}

const comparable = (text: string, field: Field) =>
  field === 'phone' ? text.replace(/\D/g, '').replace(/^(?:234|0)/, '') : text.trim().toLowerCase()

type Props = {
  /** The record that is open. */
  of: PatientRecord
  other: OtherRecord
  joining: Joining
  onClose: () => void
}

/** Two records side by side. A person decides whether to merge them; nothing is merged automatically. */
export function CompareDialog({ of: it, other, joining, onClose }: Props) {
  const { t } = useTranslation('records')
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const mayJoin = useAtomValue(mayAtom)('patients.join')
  const narrow = useMediaQuery('(max-width: 599.95px)', { noSsr: true })
  const { data, error } = useQuery(patientQueries.record(staffId, other.id))
  // A record of another location is only known by its name.
  const isElsewhere = error instanceof ApiError && error.status === 404
  const isOne = it.registered !== other.registered
  const [patient, visitor] = it.registered ? [it, other] : [other, it]

  return (
    <Dialog
      open
      fullScreen={narrow}
      fullWidth
      maxWidth="md"
      onClose={() => !joining.busy && onClose()}
      aria-labelledby="compare-records"
    >
      <DialogBody>
        <DialogIntro>
          <h2 id="compare-records">{t('compare.title')}</h2>
          <p>
            {isOne
              ? t('compare.effect', { visitor: nameOf(visitor), patient: nameOf(patient) })
              : t('compare.notBoth')}
          </p>
        </DialogIntro>
        <DialogMessages />
        {error && (
          <Note kind={isElsewhere ? 'info' : 'error'} role="status">
            <NoteSign kind={isElsewhere ? 'info' : 'error'} />
            <span>{isElsewhere ? t('compare.unseen') : messageFor(error, t('compare.failed'))}</span>
          </Note>
        )}
        <CompareTable of={it} other={other} data={data} isBusy={!data && !error} />
        {isOne && !mayJoin && <Hint>{t('compare.mayNot')}</Hint>}
        <DialogFoot>
          <Button variant="outlined" onClick={() => !joining.busy && onClose()}>
            {t('compare.close')}
          </Button>
          {isOne && mayJoin && (
            <Button
              variant="contained"
              aria-disabled={joining.busy}
              onClick={() =>
                joining.join(
                  { patient: patient.id, visitor: { id: visitor.id, name: nameOf(visitor) } },
                  onClose,
                )
              }
            >
              {joining.busy ? t('compare.joining') : t('compare.join')}
            </Button>
          )}
        </DialogFoot>
      </DialogBody>
    </Dialog>
  )
}

const nameOf = (one: PatientRecord | OtherRecord) => ('displayName' in one ? one.displayName : one.name)

type TableProps = {
  of: PatientRecord
  other: OtherRecord
  /** The whole other record, once it is fetched. */
  data: PatientRecord | undefined
  isBusy: boolean
}

/** Both records in two columns, field by field. Different values are marked. */
function CompareTable({ of: it, other, data, isBusy }: TableProps) {
  const { t, i18n } = useTranslation('records')
  const language = isoLanguage(i18n.language)

  const said = (one: PatientRecord, field: Field): string => {
    if (field === 'gender') return one.gender === null ? '' : t(`gender.${one.gender}`)
    if (field === 'birthDate')
      return one.birthDate === null ? '' : shortDay(one.birthDate, language, { year: true })
    return valuesOf(one)[field]
  }
  const rows = FIELDS.map((field) => {
    const [own, theirs] = [said(it, field), data ? said(data, field) : field === 'name' ? other.name : '']
    const differs = own !== '' && theirs !== '' && comparable(own, field) !== comparable(theirs, field)
    return { field, own, theirs, differs }
  }).filter(({ own, theirs }) => own !== '' || theirs !== '')
  const cell = (text: string) => text || <span className="none">{t('compare.none')}</span>
  const visits = (one: PatientRecord) => (
    <ul>
      {one.visits.slice(0, VISITS).map((visit) => (
        <li key={visit.id}>
          {shortDay(visit.appointment_date.slice(0, 10), language, { year: true })}, {visit.serviceText}
        </li>
      ))}
    </ul>
  )
  return (
    <Table aria-busy={isBusy}>
      <thead>
        <tr>
          <th scope="col">
            <Unseen>{t('compare.what')}</Unseen>
          </th>
          {[it, other].map((one) => (
            <th key={one.id} scope="col">
              {nameOf(one)}
              <small>{t(one.registered ? 'compare.registered' : 'compare.visitor')}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, own, theirs, differs }) => (
          <tr key={field} data-differs={differs}>
            <th scope="row">
              {t(`compare.${field}`)}
              {differs && <span className="sign">≠ {t('compare.differs')}</span>}
            </th>
            <td>{cell(own)}</td>
            <td>{cell(theirs)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t('compare.visits')}</th>
          <td>
            {it.visits.length}
            {visits(it)}
          </td>
          <td>
            {data?.visits.length ?? other.visits}
            {data
              ? visits(data)
              : other.lastVisit && <p>{shortDay(other.lastVisit, language, { year: true })}</p>}
          </td>
        </tr>
      </tbody>
    </Table>
  )
}
