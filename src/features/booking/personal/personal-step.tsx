import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue, useStore } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { GENDERS } from '../../../../contract/fields.ts'
import { startCase } from '../../../../domain/start-case.ts'
import { clinic } from '../../../clinic.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { Card, Hint } from '../../../ui/card.tsx'
import { Columns, Wide } from '../../../ui/form/columns.tsx'
import { bookingAtom } from '../booking-atom.ts'
import { usePrefetchDetails } from '../details/use-prefetch-details.ts'
import { RadioField } from '../fields/radio-field.tsx'
import { SelectField } from '../fields/select-field.tsx'
import { StepForm } from '../fields/step-form.tsx'
import { TextField } from '../fields/text-field.tsx'
import { useField } from '../fields/use-field.ts'
import { leavePatient } from '../patient-session.ts'
import { StepHeading } from '../step-heading.tsx'
import type { Step } from '../steps.ts'
import { countriesIn } from './countries.ts'

const Who = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  padding: '8px 16px',
  borderRadius: 8,
  backgroundColor: theme.vars.palette.background.default,
  overflowWrap: 'anywhere',
  '& > button': { padding: '8px 0', textAlign: 'left' },
}))

/** Step 2: who comes (specification, section 2: 'Step 2 fields'). */
export function PersonalStep({ onOpen }: { onOpen: (step: Step) => void }) {
  const { t } = useTranslation('booking')
  const { patient } = useAtomValue(bookingAtom)
  const store = useStore()
  usePrefetchDetails()
  return (
    <StepForm onPrevious={() => onOpen(1)} onNext={() => onOpen(3)} next={t('nav.next')}>
      <Card>
        <div>
          <StepHeading>{t(patient ? 'steps.verified' : 'steps.name.2')}</StepHeading>
          <Hint>{t(patient ? 'personal.ofRecord' : 'personal.intro')}</Hint>
        </div>
        {patient && (
          <Who>
            <strong>{patient.displayName}</strong>
            <Button variant="text" onClick={() => leavePatient(store)}>
              {t('personal.notYou')}
            </Button>
          </Who>
        )}
        <Columns>
          <TextField field="firstName" label={t('personal.firstName')} autoComplete="given-name" />
          <TextField field="lastName" label={t('personal.lastName')} autoComplete="family-name" />
          <TextField
            field="email"
            label={t('personal.email')}
            hint={t('personal.emailHint')}
            type="email"
            inputMode="email"
            autoComplete="email"
          />
          <TextField
            field="phoneNumber"
            label={t('personal.phoneNumber')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
          />
          <Wide>
            <GenderField />
          </Wide>
          <TextField
            field="age"
            label={t('personal.age')}
            hint={patient ? undefined : t('personal.ageHint')}
            inputMode="numeric"
          />
          <NationalityField />
          <LocationField />
        </Columns>
      </Card>
    </StepForm>
  )
}

function GenderField() {
  const { t } = useTranslation('booking')
  const { change } = useField('gender')
  const options = GENDERS.map((value) => ({ value, label: t(`personal.genders.${value}`) }))
  return (
    <RadioField
      field="gender"
      label={t('personal.gender')}
      options={options}
      onChoose={(gender) => change({ gender })}
    />
  )
}

function NationalityField() {
  const { t, i18n } = useTranslation('booking')
  const { value, locked, change } = useField('nationality')
  const countries = useMemo(() => countriesIn(isoLanguage(i18n.language)), [i18n.language])
  // The clinic's records may know none, or one in words of their own.
  const isOfRecord = locked && !countries.some((country) => country.value === value)
  return (
    <SelectField
      field="nationality"
      label={t('personal.nationality')}
      onChoose={(nationality) => change({ nationality })}
    >
      {isOfRecord && <option value={value}>{value ? startCase(value) : '–'}</option>}
      {countries.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** Fixed where the clinic offers one location, as specified; otherwise a choice. */
function LocationField() {
  const { t } = useTranslation('booking')
  const { change } = useField('location')
  const offered = clinic.locations.filter(({ code }) => clinic.offeredLocations.includes(code))
  return (
    <SelectField
      field="location"
      label={t('personal.location')}
      disabled={offered.length === 1}
      onChoose={(location) => change({ location })}
    >
      {offered.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
