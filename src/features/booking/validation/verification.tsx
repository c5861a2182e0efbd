import Button from '@mui/material/Button'
import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { type MouseEvent, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { VerifiedPatient } from '../../../../contract/one-time-codes.ts'
import { messageFor } from '../../../http/message-for.ts'
import { Hint } from '../../../ui/card.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useMessages } from '../../../ui/messages.ts'
import { Note, NoteSign } from '../../../ui/note.tsx'
import { useFieldMessages } from '../../../ui/use-field-messages.ts'
import { useOnline } from '../../../ui/use-online.ts'
import { bookingAtom } from '../state/booking-atom.ts'
import { isFull } from '../state/booking-state.ts'
import { QUESTION_ID } from '../state/first-steps.ts'
import { leavePatient } from '../state/patient-session.ts'
import { ofPatient } from '../step/auto-complete.ts'
import { ClinicPhone } from '../step/call-clinic.tsx'
import { StepHeading } from '../step/step-heading.tsx'
import { Buttons } from './buttons.tsx'
import { CodeEntry } from './code-entry.tsx'
import { HeadWithBack } from './head-with-back.tsx'
import { pendingAtom } from './pending-atom.ts'
import { useRequestCode } from './use-request-code.ts'
import { verifyAtom } from './verify-atom.ts'
import type { VerifyState } from './verify-state.ts'

type Props = {
  /** Goes on to step 2 as visitor or verified patient. */
  onPersonal: () => void
  onVisitor: () => void
}

/** The way of registered patients through step 1: a chunk of its own, with its texts. */
export function Verification({ onPersonal, onVisitor }: Props) {
  const { patient, ownerId } = useAtomValue(bookingAtom)
  const [state, dispatch] = useAtom(verifyAtom)
  const setPending = useSetAtom(pendingAtom)
  useLayoutEffect(() => setPending(state.stage !== 'contact'), [state.stage, setPending])

  function goOnAsVisitor({ detail }: MouseEvent) {
    // The second of a double press was meant for what had been there.
    if (detail > 1) return
    dispatch({ type: 'left' })
    onVisitor()
  }

  if (patient) return <VerifiedNote patient={patient} onContinue={onPersonal} />
  switch (state.stage) {
    case 'contact':
      return <ContactEntry autoFocus={ownerId === null} onVisitor={goOnAsVisitor} />
    case 'choice':
      return <NameChoice state={state} />
    case 'code':
      return <CodeEntry state={state} onVisitor={goOnAsVisitor} />
  }
}

type ContactEntryProps = {
  /** Whether the input takes the focus: not where someone was led to without having pressed anything. */
  autoFocus: boolean
  onVisitor: (press: MouseEvent) => void
}

/** Contact of a registered patient, and Confirm (specification, section 2: 'Step 1'). */
function ContactEntry({ autoFocus, onVisitor }: ContactEntryProps) {
  const { t } = useTranslation(['verify', 'booking'])
  const { notify } = useMessages()
  const request = useRequestCode()
  const isOnline = useOnline()
  const form = useForm({
    // The name on the wire, so that the server's complaint finds the field.
    initial: { destination: '' },
    check: ({ destination }) =>
      destination.trim() === '' ? { destination: { key: 'contact_required' } } : {},
    send: ({ destination }) => request(destination.trim()),
    failed: (error) => notify('error', messageFor(error, t('booking:error.request'))),
    messages: useFieldMessages('verify', 'booking'),
  })
  return (
    <Form form={form}>
      <TextField
        field={form.field('destination')}
        label={t('contact.label')}
        hint={t('contact.hint')}
        autoComplete={ofPatient('email')}
        autoFocus={autoFocus}
        required
      />
      {!isOnline && <Hint role="status">{t('contact.offline')}</Hint>}
      <Buttons>
        <SubmitButton busy={form.busy} busyText={t('confirming')}>
          {t('confirm')}
        </SubmitButton>
        <Button variant="text" onClick={onVisitor}>
          {t('visitor')}
        </Button>
      </Buttons>
    </Form>
  )
}

type NameChoiceProps = { state: Extract<VerifyState, { stage: 'choice' }> }

/** Choice of a family member; the code is sent afterwards (specification, section 2: 'Step 1'). */
function NameChoice({ state: { contact, names } }: NameChoiceProps) {
  const { t } = useTranslation(['verify', 'booking'])
  const { notify } = useMessages()
  const request = useRequestCode()
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => (name === '' ? { name: { key: 'name_required' } } : {}),
    send: ({ name }) => request(contact, name),
    failed: (error) => notify('error', messageFor(error, t('booking:error.request'))),
    messages: useFieldMessages('verify', 'booking'),
  })
  const options = names.map(({ rawId, name }) => ({ value: rawId, label: name }))
  return (
    <>
      <div>
        <HeadWithBack>{t('choice.title')}</HeadWithBack>
        <Hint>{t('choice.intro')}</Hint>
      </div>
      <Form form={form}>
        <SelectField
          field={form.field('name')}
          label={t('choice.label')}
          options={[{ value: '', label: t('choice.placeholder') }, ...options]}
          autoFocus
        />
        <Buttons>
          <SubmitButton busy={form.busy} busyText={t('confirming')}>
            {t('confirm')}
          </SubmitButton>
        </Buttons>
      </Form>
    </>
  )
}

type VerifiedNoteProps = { patient: VerifiedPatient; onContinue: () => void }

/** Step 1 for a verified patient who comes back to it. */
function VerifiedNote({ patient, onContinue }: VerifiedNoteProps) {
  const { t } = useTranslation(['verify', 'later'])
  const store = useStore()
  const { openAppointments: open, openLimit: limit } = patient
  return (
    <>
      <div>
        <StepHeading id={QUESTION_ID}>{t('verified.title')}</StepHeading>
        <p>{t('verified.text', { name: patient.displayName })}</p>
        {limit !== null && open > 0 && <p>{t('later:person.open', { open, limit })}</p>}
      </div>
      {isFull(patient) && (
        <Note kind="info">
          <NoteSign kind="info" />
          <span>
            {t('later:person.full')} <ClinicPhone />
          </span>
        </Note>
      )}
      <Buttons>
        {!isFull(patient) && (
          <Button variant="contained" onClick={onContinue}>
            {t('verified.continue')}
          </Button>
        )}
        <Button variant="text" onClick={() => leavePatient(store)}>
          {t('verified.notYou')}
        </Button>
      </Buttons>
    </>
  )
}
