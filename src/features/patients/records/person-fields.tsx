import { useTranslation } from 'react-i18next'
import { GENDERS } from '../../../../domain/genders.ts'
import { Columns, Wide } from '../../../ui/form/columns.tsx'
import type { FormField } from '../../../ui/form/form-field.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'

export const PERSON_FIELDS = {
  firstName: '',
  lastName: '',
  phoneNumber: '',
  email: '',
  birthDate: '',
  gender: '',
  address: '',
  guardian: '',
}
export type PersonField = keyof typeof PERSON_FIELDS

/** The fields of a person, for a new record and for a correction. */
export function PersonFields({ field }: { field: (name: PersonField) => FormField }) {
  const { t } = useTranslation('records')
  const genders = GENDERS.map((value) => ({ value, label: t(`gender.${value}`) }))
  return (
    <Columns>
      <TextField field={field('firstName')} label={t('person.firstName')} autoCapitalize="words" autoFocus />
      <TextField field={field('lastName')} label={t('person.lastName')} autoCapitalize="words" />
      <TextField field={field('phoneNumber')} label={t('person.phoneNumber')} type="tel" inputMode="tel" />
      <TextField field={field('email')} label={t('person.email')} type="email" inputMode="email" />
      <TextField
        field={field('birthDate')}
        label={t('person.birthDate')}
        hint={t('person.birthDateHint')}
        inputMode="numeric"
      />
      <SelectField
        field={field('gender')}
        label={t('person.gender')}
        options={[{ value: '', label: t('gender.unknown') }, ...genders]}
      />
      <TextField field={field('guardian')} label={t('person.guardian')} autoCapitalize="words" />
      <Wide>
        <TextField field={field('address')} label={t('person.address')} autoCapitalize="words" />
      </Wide>
    </Columns>
  )
}
