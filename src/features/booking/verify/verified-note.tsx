import Button from '@mui/material/Button'
import { useStore } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { VerifiedPatient } from '../../../../contract/one-time-codes.ts'
import { leavePatient } from '../patient-session.ts'
import { StepHeading } from '../step-heading.tsx'
import { Buttons } from './buttons.tsx'
import { QUESTION_ID } from './question-id.ts'

type Props = { patient: VerifiedPatient; onContinue: () => void }

/** What step 1 is for a verified patient who comes back to it. */
export function VerifiedNote({ patient, onContinue }: Props) {
  const { t } = useTranslation('verify')
  const store = useStore()
  return (
    <>
      <div>
        <StepHeading id={QUESTION_ID}>{t('verified.title')}</StepHeading>
        <p>{t('verified.text', { name: patient.displayName })}</p>
      </div>
      <Buttons>
        <Button variant="contained" onClick={onContinue}>
          {t('verified.continue')}
        </Button>
        <Button variant="text" onClick={() => leavePatient(store)}>
          {t('verified.notYou')}
        </Button>
      </Buttons>
    </>
  )
}
