import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { doctorQueries } from '../../../api/doctors.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { bookingAtom } from '../state/booking-atom.ts'
import { useField } from '../state/use-field.ts'
import { useAskedService } from './use-asked-service.ts'

/** A particular doctor, or any: the clinic then assigns one. */
export function DoctorField() {
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
