import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { APPOINTMENT_TYPES } from '../../../../domain/clinic.ts'
import { FALLBACK_SERVICE_CATEGORIES } from '../../../../domain/service-categories.ts'
import { doctorQueries } from '../../../api/doctors.ts'
import { serviceQueries } from '../../../api/services.ts'
import { categoryLabel } from '../../../i18n/wire-messages.ts'
import { unseen } from '../../../theme/unseen.ts'
import { Card } from '../../../ui/card.tsx'
import { RadioField } from '../../../ui/form/radio-field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { bookingAtom } from '../state/booking-atom.ts'
import type { Step } from '../state/steps.ts'
import { useField } from '../state/use-field.ts'
import { StepForm } from '../step/step-form.tsx'
import { StepHeading } from '../step/step-heading.tsx'
import { optionOf, serviceChange, serviceOptions } from './service-options.ts'
import { SlotPicker } from './slot-picker.tsx'
import { useAskedService } from './use-asked-service.ts'

// On phones the progress header shows the step's name already.
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

/** A particular doctor, or any: the clinic then assigns one. */
function DoctorField() {
  const { t } = useTranslation('later')
  const [{ form }, send] = useAtom(bookingAtom)
  const field = useField('doctorId')
  const list = useQuery(doctorQueries.list(form.location, useAskedService()))
  const chosen = { id: form.doctorId, name: form.doctor, department: form.department }
  const listed = list.data ?? []
  const isLeftOut = chosen.id !== '' && list.data?.every(({ id }) => id !== chosen.id)
  useEffect(() => {
    // Another service has other doctors, and a draft may name one who has left.
    if (isLeftOut) send({ type: 'changed', change: { doctorId: '', doctor: '', department: '' } })
  }, [isLeftOut, send])
  // A draft may name a doctor before the list is there.
  const doctors = !chosen.id || listed.some(({ id }) => id === chosen.id) ? listed : [...listed, chosen]

  function choose(id: string) {
    const doctor = doctors.find((candidate) => candidate.id === id)
    send({
      type: 'changed',
      change: { doctorId: id, doctor: doctor?.name ?? '', department: doctor?.department ?? '' },
    })
  }

  return (
    <SelectField
      field={{ ...field, change: choose }}
      label={t('details.doctor')}
      hint={list.isError && !list.data ? t('details.doctorsFailed') : undefined}
      options={[
        { value: '', label: t('details.anyDoctor') },
        ...doctors.map(({ id, name, department }) => ({
          value: id,
          label: department ? `${name} (${department})` : name,
        })),
      ]}
    />
  )
}

/**
 * Service of the appointment; the label follows the appointment type (specification, section 2: 'Step 3 fields').
 */
function ServiceField() {
  const { t } = useTranslation('later')
  const [{ form }, send] = useAtom(bookingAtom)
  const field = useField('serviceId')
  const type = form.appointmentType
  const list = useQuery({
    ...serviceQueries.list(form.location, type || 'consultation'),
    enabled: type !== '',
  })

  const isFallback = type !== '' && list.isError && !list.data
  const services = isFallback ? null : (list.data ?? [])
  const options = serviceOptions(services, FALLBACK_SERVICE_CATEGORIES, form)
  const isLoading = type !== '' && list.isPending
  const placeholder =
    type === '' ? t('details.chooseTypeFirst') : isLoading ? t('details.loading') : t('details.choose')

  return (
    <SelectField
      field={{
        ...field,
        value: optionOf(form),
        locked: type === '' || isLoading || field.locked,
        change: (value) => send({ type: 'changed', change: serviceChange(value, options) }),
      }}
      label={t(isFallback ? 'details.service.fallback' : `details.service.${type || 'none'}`)}
      options={[
        { value: '', label: placeholder },
        ...options.map(({ value, name, id }) => ({ value, label: id ? name : categoryLabel(name) })),
      ]}
    />
  )
}
