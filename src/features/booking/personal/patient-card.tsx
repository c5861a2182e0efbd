import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue, useStore } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { VerifiedPatient } from '../../../../contract/one-time-codes.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { Hint } from '../../../ui/card.tsx'
import { useMessages } from '../../../ui/messages.ts'
import { useClinic } from '../../../use-clinic.ts'
import { bookingAtom } from '../state/booking-atom.ts'
import { leavePatient } from '../state/patient-session.ts'
import { countryIn } from './countries.ts'

const Who = styled('div')(({ theme }) => ({
  padding: '12px 16px 4px',
  borderRadius: 8,
  backgroundColor: theme.vars.palette.background.default,
  overflowWrap: 'anywhere',
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: '0 24px' },
  '& button': { padding: '8px 0', textAlign: 'left' },
}))

type Props = { patient: VerifiedPatient; isAllShown: boolean; onAll: (isAllShown: boolean) => void }

/** The verified patient in four lines; all fields of the record unfold below. */
export function PatientCard({ patient, isAllShown, onAll }: Props) {
  const { t, i18n } = useTranslation(['later', 'booking'])
  const clinic = useClinic()
  const { form } = useAtomValue(bookingAtom)
  const store = useStore()
  const { leave } = useMessages()
  const { gender, age, nationality, openAppointments: open, openLimit: limit } = patient
  const place = clinic.locations.find(({ code }) => code === form.location)
  const person = [
    gender && gender !== 'none' && t(`booking:personal.genders.${gender}`),
    age !== null && `${t('booking:personal.age')} ${age}`,
    nationality && countryIn(isoLanguage(i18n.language), nationality).name,
    place?.name,
  ]
  const lines = [patient.email, patient.phoneNumber, person.filter(Boolean).join(' · ')]
  function signOut() {
    leave()
    leavePatient(store)
  }
  return (
    <>
      <div>
        <Hint>{t('person.ofRecord')}</Hint>
        {limit !== null && open > 0 && <Hint>{t('person.open', { open, limit })}</Hint>}
      </div>
      <Who>
        <strong>{patient.displayName}</strong>
        {lines.map((line) => line && <p key={line}>{line}</p>)}
        <div>
          <Button variant="text" aria-expanded={isAllShown} onClick={() => onAll(!isAllShown)}>
            {t(isAllShown ? 'person.showLess' : 'person.showAll')}
          </Button>
          <Button variant="text" onClick={signOut}>
            {t('person.notYou')}
          </Button>
        </div>
      </Who>
    </>
  )
}
