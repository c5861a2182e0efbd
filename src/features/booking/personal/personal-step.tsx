import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GENDERS } from '../../../../contract/fields.ts'
import { ADULT_AGE, MINIMUM_AGE } from '../../../../domain/booking.ts'
import { clinic } from '../../../clinic.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { Card, Hint } from '../../../ui/card.tsx'
import { Columns, Wide } from '../../../ui/form/columns.tsx'
import { RadioField } from '../../../ui/form/radio-field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { ofPatient } from '../auto-complete.ts'
import { bookingAtom } from '../booking-atom.ts'
import { type BookingField, isForMinor } from '../booking-form.ts'
import { usePrefetchDetails } from '../details/use-prefetch-details.ts'
import { isLocked } from '../patient-form.ts'
import { PrivacyLink } from '../privacy-link.tsx'
import { StepForm } from '../step-form.tsx'
import { StepHeading } from '../step-heading.tsx'
import type { Step } from '../steps.ts'
import { useField } from '../use-field.ts'
import { countriesIn, countryIn } from './countries.ts'
import { COUNTRY_CODES } from './country-codes.ts'
import { NameField } from './name-field.tsx'
import { PatientCard } from './patient-card.tsx'

const OFFERED = clinic.locations.filter(({ code }) => clinic.offeredLocations.includes(code))

/** Step 2: who comes (specification, section 2: 'Step 2 fields'). */
export function PersonalStep({ onOpen }: { onOpen: (step: Step) => void }) {
  const { t } = useTranslation('booking')
  const { patient } = useAtomValue(bookingAtom)
  const name = t(patient ? 'steps.verified' : 'steps.name.2')
  const [isAllShown, setAllShown] = useState(false)
  const isShown = (field: BookingField) => patient === null || isAllShown || !isLocked(field, patient)
  usePrefetchDetails()
  return (
    <StepForm label={name} onPrevious={() => onOpen(1)} onNext={() => onOpen(3)} next={t('nav.next')}>
      <Card>
        <div>
          <StepHeading>{name}</StepHeading>
          {!patient && <Hint>{t('personal.intro')}</Hint>}
        </div>
        {patient && <PatientCard patient={patient} isAllShown={isAllShown} onAll={setAllShown} />}
        <Columns>
          {isShown('firstName') && <NameField name="firstName" autoComplete="given-name" />}
          {isShown('lastName') && <NameField name="lastName" autoComplete="family-name" />}
          {isShown('age') && <AgeField />}
          {isShown('email') && <EmailField />}
          {isShown('phoneNumber') && <PhoneField />}
          {isShown('guardian') && <GuardianField />}
          {isShown('gender') && <GenderField />}
          {isShown('nationality') && <NationalityField />}
          {(isShown('nationality') || OFFERED.length > 1) && <LocationField />}
        </Columns>
        <PrivacyLink />
      </Card>
    </StepForm>
  )
}

function AgeField() {
  const { t } = useTranslation('booking')
  const field = useField('age')
  return (
    <TextField
      field={field}
      label={t('personal.age')}
      hint={field.locked ? undefined : t('personal.ageHint')}
      type="number"
      min={MINIMUM_AGE}
      inputMode="numeric"
      autoCapitalize="browser"
    />
  )
}

function EmailField() {
  const { t } = useTranslation('booking')
  return (
    <TextField
      field={useField('email')}
      label={t('personal.email')}
      hint={t('personal.emailHint')}
      type="email"
      inputMode="email"
      autoCapitalize="browser"
      autoComplete={ofPatient('email')}
    />
  )
}

function PhoneField() {
  const { t } = useTranslation('booking')
  return (
    <Wide>
      <TextField
        field={useField('phoneNumber')}
        label={t('personal.phoneNumber')}
        type="tel"
        inputMode="tel"
        autoCapitalize="browser"
        autoComplete={ofPatient('tel')}
      />
    </Wide>
  )
}

/** Comes with the age of a minor, and goes with it. */
function GuardianField() {
  const { t } = useTranslation('booking')
  const { form } = useAtomValue(bookingAtom)
  const field = useField('guardian')
  if (!isForMinor(form)) return null
  return (
    <Wide>
      <TextField
        field={field}
        label={t('personal.guardian')}
        hint={t('personal.guardianHint', { age: ADULT_AGE })}
        autoCapitalize="browser"
        autoComplete="off"
      />
    </Wide>
  )
}

function GenderField() {
  const { t } = useTranslation('booking')
  const options = GENDERS.map((value) => ({ value, label: t(`personal.genders.${value}`) }))
  return (
    <Wide>
      <RadioField field={useField('gender')} label={t('personal.gender')} options={options} />
    </Wide>
  )
}

function NationalityField() {
  const { t, i18n } = useTranslation('booking')
  const field = useField('nationality')
  // All of them are made when somebody looks, by the early script before the app is there (public/early-booking.js).
  const [isListed, setListed] = useState(() => hasOptions(field.id))
  const language = isoLanguage(i18n.language)
  const countries = useMemo(
    () => (isListed ? countriesIn(language) : [countryIn(language, field.value)]),
    [isListed, language, field.value],
  )
  return (
    <SelectField
      field={field}
      label={t('personal.nationality')}
      options={countries.map(({ value, name }) => ({ value, label: name }))}
      onLook={() => setListed(!field.locked)}
      data-codes={COUNTRY_CODES.join(' ')}
    />
  )
}

/** Whether the control of that id has more than the one that is chosen. */
function hasOptions(id: string): boolean {
  const select = globalThis.document?.getElementById(id) as HTMLSelectElement | null | undefined
  return (select?.length ?? 0) > 1
}

/** Fixed where the clinic offers one location, as specified; otherwise a choice. */
function LocationField() {
  const { t } = useTranslation('booking')
  const field = useField('location')
  return (
    <SelectField
      field={{ ...field, locked: OFFERED.length === 1 || field.locked }}
      label={t('personal.location')}
      options={OFFERED.map(({ code, name }) => ({ value: code, label: name }))}
    />
  )
}
