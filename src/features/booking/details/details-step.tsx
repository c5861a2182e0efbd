import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { APPOINTMENT_TYPES } from '../../../../domain/clinic.ts'
import { unseen } from '../../../theme/unseen.ts'
import { Card } from '../../../ui/card.tsx'
import { RadioField } from '../../../ui/form/radio-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { Step } from '../state/steps.ts'
import { useField } from '../state/use-field.ts'
import { StepForm } from '../step/step-form.tsx'
import { StepHeading } from '../step/step-heading.tsx'
import { DoctorField } from './doctor-field.tsx'
import { ServiceField } from './service-field.tsx'
import { SlotPicker } from './slot-picker.tsx'

// On phones the name of the step stands above already, where one is among the four.
const Heading = styled('div')(({ theme }) => ({ [theme.breakpoints.down('sm')]: unseen }))

const Pair = styled('div')({
  display: 'grid',
  // In em, so that a larger font gets one column instead of words that are cut off.
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9em), 1fr))',
  gap: 12,
  alignItems: 'end',
})

/** Step 3: what for, with whom and when (specification, section 2: 'Step 3 fields'). */
export function DetailsStep({ onOpen }: { onOpen: (step: Step) => void }) {
  const { t } = useTranslation(['later', 'booking'])
  return (
    <StepForm onPrevious={() => onOpen(2)} onNext={() => onOpen(4)} next={t('booking:nav.next')}>
      <Card>
        <Heading>
          <StepHeading>{t('booking:steps.name.3')}</StepHeading>
        </Heading>
        <RadioField
          field={useField('appointmentType')}
          label={t('details.appointmentType')}
          options={APPOINTMENT_TYPES.map((value) => ({ value, label: t(`details.types.${value}`) }))}
        />
        <Pair>
          <ServiceField />
          <DoctorField />
        </Pair>
        <SlotPicker />
        <TextField
          field={useField('description')}
          label={t('details.complaint')}
          hint={t('details.complaintHint')}
          autoCapitalize="browser"
          isLong
        />
      </Card>
    </StepForm>
  )
}
