import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtom, useAtomValue } from 'jotai'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ADULT_AGE, MINIMUM_AGE } from '../../../../domain/booking.ts'
import { GENDERS } from '../../../../domain/genders.ts'
import { ownValue } from '../../../../domain/own.ts'
import { offeredCase } from '../../../../domain/start-case.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { Card, Hint } from '../../../ui/card.tsx'
import { Columns, Wide } from '../../../ui/form/columns.tsx'
import { RadioField } from '../../../ui/form/radio-field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useKnownClinic } from '../../../use-clinic.ts'
import { bookingAtom } from '../state/booking-atom.ts'
import { type BookingField, isForMinor } from '../state/booking-form.ts'
import { isLocked } from '../state/patient-form.ts'
import type { Step } from '../state/steps.ts'
import { useField, useTypedField } from '../state/use-field.ts'
import { takeWrittenForm, valuesIn } from '../state/written-form.ts'
import { ofPatient } from '../step/auto-complete.ts'
import { PrivacyLink } from '../step/privacy-link.tsx'
import { StepForm } from '../step/step-form.tsx'
import { StepHeading } from '../step/step-heading.tsx'
import { countriesIn, countryIn } from './countries.ts'
import type { PatientCard } from './patient-card.tsx'

/** The locations to choose from; none until the clinic's facts are known. */
function useOffered() {
  const clinic = useKnownClinic()
  return clinic?.locations.filter(({ code }) => clinic.offeredLocations.includes(code)) ?? []
}

type Props = {
  onOpen: (step: Step) => void
  /** The verified patient's card: part of the code of the later steps. */
  PatientCard?: typeof PatientCard
}

/** Step 2: who comes (specification, section 2: 'Step 2 fields'). */
export function PersonalStep({ onOpen, PatientCard }: Props) {
  const { t } = useTranslation('booking')
  const state = useAtomValue(bookingAtom)
  const { patient } = state
  const offered = useOffered()
  const name = t(patient ? 'steps.verified' : 'steps.name.2')
  const [isAllShown, setAllShown] = useState(false)
  const isShown = (field: BookingField) => patient === null || isAllShown || !isLocked(field, patient)
  const form = useRef<HTMLFormElement>(null)
  const turn = useTyped(form)
  return (
    <StepForm
      ref={form}
      label={name}
      onPrevious={() => onOpen(1)}
      onNext={() => onOpen(3)}
      next={t('nav.next')}
    >
      <Card>
        <div>
          <StepHeading>{name}</StepHeading>
          {!patient && <Hint>{t('personal.intro')}</Hint>}
        </div>
        {patient && PatientCard && (
          <PatientCard patient={patient} isAllShown={isAllShown} onAll={setAllShown} />
        )}
        <Columns key={turn}>
          {isShown('firstName') && <NameField name="firstName" autoComplete="given-name" />}
          {isShown('lastName') && <NameField name="lastName" autoComplete="family-name" />}
          {isShown('age') && <AgeField />}
          {isShown('email') && <EmailField />}
          {isShown('phoneNumber') && <PhoneField />}
          {isForMinor(state.form) && isShown('guardian') && <GuardianField />}
          {isShown('gender') && <GenderField />}
          {isShown('nationality') && <NationalityField />}
          {(isShown('nationality') || offered.length > 1) && <LocationField />}
        </Columns>
        <PrivacyLink />
      </Card>
    </StepForm>
  )
}

/**
 * Takes over values typed before React was loaded. If it could not take over the elements, since an extension had
 * changed them, the fields are rendered again.
 * @returns a key that changes then
 */
function useTyped(form: RefObject<HTMLFormElement | null>): number {
  const [state, send] = useAtom(bookingAtom)
  const [turn, setTurn] = useState(0)
  const before = useRef(state.form)
  useLayoutEffect(() => {
    const written = takeWrittenForm()
    if (!written) return
    const values = valuesIn(written)
    const isTyped = Object.entries(values).some(([name, value]) => ownValue(before.current, name) !== value)
    if (isTyped) send({ type: 'changed', change: values })
    if (written !== form.current) setTurn(1)
  }, [form, send])
  return turn
}

function AgeField() {
  const { t } = useTranslation('booking')
  const field = useTypedField('age')
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
      field={useTypedField('email')}
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
        field={useTypedField('phoneNumber')}
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
  return (
    <Wide>
      <TextField
        field={useTypedField('guardian')}
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
      <RadioField field={useTypedField('gender')} label={t('personal.gender')} options={options} />
    </Wide>
  )
}

function NationalityField() {
  const { t, i18n } = useTranslation('booking')
  const field = useTypedField('nationality')
  // All of them are listed when somebody looks.
  const [isListed, setListed] = useState(false)
  useLayoutEffect(() => {
    // They have looked before the app was there.
    if (document.activeElement?.id === field.id) setListed(true)
  }, [field.id])
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
    />
  )
}

/** Fixed where the clinic offers one location, as specified; otherwise a choice. */
function LocationField() {
  const { t } = useTranslation('booking')
  const field = useField('location')
  const offered = useOffered()
  return (
    <SelectField
      field={{ ...field, locked: offered.length <= 1 || field.locked }}
      label={t('personal.location')}
      options={offered.map(({ code, name }) => ({ value: code, label: name }))}
    />
  )
}

const Frame = styled('div')({
  position: 'relative',
  // Beside the label, where it moves nothing: what moves as a field is left takes the press that was meant for it.
  '& > button': {
    position: 'absolute',
    top: -10,
    right: 0,
    maxWidth: '60%',
    padding: '8px 0',
    fontSize: '0.875rem',
  },
  '& > button > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})

type NameFieldProps = {
  name: 'firstName' | 'lastName'
  autoComplete: 'given-name' | 'family-name'
  autoFocus?: boolean
}

/** A name as somebody writes it. Capitals are offered where it has none, or nothing else. */
function NameField({ name, autoComplete, autoFocus }: NameFieldProps) {
  const { t } = useTranslation('booking')
  const field = useTypedField(name)
  const offered = field.locked ? null : offeredCase(field.value)
  return (
    <Frame>
      <TextField
        field={field}
        label={t(`personal.${name}`)}
        autoCapitalize="browser"
        autoComplete={ofPatient(autoComplete)}
        autoFocus={autoFocus}
      />
      {offered && <Offer id={field.id} name={offered} onTake={() => field.change(offered)} />}
    </Frame>
  )
}

function Offer({ id, name, onTake }: { id: string; name: string; onTake: () => void }) {
  const { t } = useTranslation('booking')
  function take() {
    const input = document.getElementById(id) as HTMLInputElement | null
    // This button goes; the focus stays at the name.
    input?.focus()
    if (input) input.value = name
    onTake()
  }
  return (
    <Button variant="text" onClick={take}>
      <span>{t('personal.writeAs', { name })}</span>
    </Button>
  )
}
