import Button from '@mui/material/Button'
import { useStore } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { VerifiedPatient } from '../../../../contract/one-time-codes.ts'
import { Note, NoteSign } from '../../../ui/note.tsx'
import { isFull } from '../state/booking-state.ts'
import { QUESTION_ID } from '../state/first-steps.ts'
import { leavePatient } from '../state/patient-session.ts'
import { ClinicPhone } from '../step/call-clinic.tsx'
import { StepHeading } from '../step/step-heading.tsx'
import { Buttons } from './buttons.tsx'

type Props = { patient: VerifiedPatient; onContinue: () => void }

/** What step 1 is for a verified patient who comes back to it. */
export function VerifiedNote({ patient, onContinue }: Props) {
  const { t } = useTranslation(['verify', 'later'])
  const store = useStore()
  const { openAppointments: open, openLimit: limit } = patient
  return (
    <>
      <div>
        <StepHeading id={QUESTION_ID}>{t('verified.title')}</StepHeading>
        <p>{t('verified.text', { name: patient.displayName })}</p>
        {limit !== null && open > 0 && <p>{t('later:person.open', { open, limit })}</p>}
      </div>
      {isFull(patient) && (
        <Note kind="info">
          <NoteSign kind="info" />
          <span>
            {t('later:person.full')} <ClinicPhone />
          </span>
        </Note>
      )}
      <Buttons>
        {!isFull(patient) && (
          <Button variant="contained" onClick={onContinue}>
            {t('verified.continue')}
          </Button>
        )}
        <Button variant="text" onClick={() => leavePatient(store)}>
          {t('verified.notYou')}
        </Button>
      </Buttons>
    </>
  )
}
