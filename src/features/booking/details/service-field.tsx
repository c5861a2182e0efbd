import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { FALLBACK_SERVICE_CATEGORIES } from '../../../../domain/service-categories.ts'
import { serviceQueries } from '../../../api/services.ts'
import { categoryLabel } from '../../../i18n/wire-messages.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { bookingAtom } from '../state/booking-atom.ts'
import { useField } from '../state/use-field.ts'
import { optionOf, serviceChange, serviceOptions } from './service-options.ts'

/** What the visit is for; the label follows the appointment type (specification, section 2: 'Step 3 fields'). */
export function ServiceField() {
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
