import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { reaches, typesUnder } from '../../../domain/rights.ts'
import type { StaffType } from '../../../domain/staff.ts'
import { reachOfUser } from '../../session/rights.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { CheckboxField, chosenIn } from '../../ui/form/checkbox-field.tsx'
import { Wide } from '../../ui/form/columns.tsx'
import type { FormField } from '../../ui/form/form-field.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useDoctorOptions } from '../../ui/use-doctor-options.ts'
import { useClinic } from '../../use-clinic.ts'
import { type AccessForm, hasColumn, isBound } from './access-form.ts'
import { locationOptions } from './location-options.ts'

type Props = { values: AccessForm; field: (name: keyof AccessForm) => FormField }

/** Type, locations and column of an account, as far as the signed-in staff member may give them. */
export function AccessFields({ values, field }: Props) {
  const clinic = useClinic()
  const { t } = useTranslation('account')
  const user = useAtomValue(authUserAtom)
  const reach = user && reachOfUser(user, 'staff.write')
  const locations = clinic.locations.filter(({ code }) => reach && reaches(reach, code))
  // Fewer rights first.
  const types = user ? typesUnder(user.type).toReversed() : []
  const type = values.type as StaffType
  return (
    <>
      <SelectField
        field={field('type')}
        label={t('invite.type')}
        hint={t(`typeHint.${type}`)}
        options={types.map((each) => ({ value: each, label: t(`type.${each}`) }))}
      />
      {isBound(type) ? (
        <Wide>
          <CheckboxField
            field={field('locations')}
            label={t('access.locations')}
            options={locations.map(({ code, name }) => ({ value: code, label: name }))}
          />
        </Wide>
      ) : (
        <SelectField
          field={field('location')}
          label={t('profile.location')}
          options={locationOptions(t('profile.allLocations'))}
        />
      )}
      {hasColumn(type) && <DoctorField field={field('doctorId')} codes={chosenIn(values.locations)} />}
    </>
  )
}

function DoctorField({ field, codes }: { field: FormField; codes: readonly string[] }) {
  const { t } = useTranslation('account')
  const doctors = useDoctorOptions(codes)
  return (
    <SelectField
      field={field}
      label={t('access.doctor')}
      hint={codes.length === 0 ? t('access.doctorHint') : undefined}
      options={[{ value: '', label: t('access.choose') }, ...doctors]}
    />
  )
}
