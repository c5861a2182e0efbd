import { useTranslation } from 'react-i18next'
import { APPOINTMENT_TYPES } from '../../../../domain/clinic.ts'
import { Card } from '../../../ui/card.tsx'
import { Columns, Wide } from '../../../ui/form/columns.tsx'
import { RadioField } from '../../../ui/form/radio-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { StepForm } from '../step-form.tsx'
import { StepHeading } from '../step-heading.tsx'
import type { Step } from '../steps.ts'
import { useField } from '../use-field.ts'
import { DoctorField } from './doctor-field.tsx'
import { ServiceField } from './service-field.tsx'
import { SlotPicker } from './slot-picker.tsx'

/** Step 3: what for, with whom and when (specification, section 2: 'Step 3 fields'). */
export function DetailsStep({ onOpen }: { onOpen: (step: Step) => void }) {
  const { t } = useTranslation('booking')
  return (
    <StepForm onPrevious={() => onOpen(2)} onNext={() => onOpen(4)} next={t('nav.next')}>
      <Card>
        <StepHeading>{t('steps.name.3')}</StepHeading>
        <Columns>
          <Wide>
            <RadioField
              field={useField('appointmentType')}
              label={t('details.appointmentType')}
              options={APPOINTMENT_TYPES.map((value) => ({ value, label: t(`details.types.${value}`) }))}
            />
          </Wide>
          <ServiceField />
          <DoctorField />
        </Columns>
        <SlotPicker />
        <TextField
          field={useField('description')}
          label={t('details.complaint')}
          hint={t('details.complaintHint')}
          autoCapitalize="browser"
          rows={3}
        />
      </Card>
    </StepForm>
  )
}
