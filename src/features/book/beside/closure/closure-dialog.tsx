import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import type { Closure } from '../../../../../contract/closures.ts'
import { BlockerDescription } from '../../../../../contract/fields.ts'
import {
  addDays,
  clinicDate,
  clinicTime,
  isoWithOffset,
  toInstant,
} from '../../../../../domain/clinic-time.ts'
import { availabilityQueries } from '../../../../api/availability.ts'
import { blockerQueries } from '../../../../api/blockers.ts'
import { closeChair } from '../../../../api/closures.ts'
import { doctorQueries } from '../../../../api/doctors.ts'
import { refetchChanged } from '../../../../api/refetch-changed.ts'
import { clock } from '../../../../clock.ts'
import { messageFor } from '../../../../http/message-for.ts'
import { isoLanguage } from '../../../../i18n/languages.ts'
import { ownLocationsAtom } from '../../../../session/rights.ts'
import { authUserAtom } from '../../../../session/session-atoms.ts'
import { DialogBody, DialogFoot, DialogIntro, DialogMessages } from '../../../../ui/dialog-body.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { SubmitButton } from '../../../../ui/form/submit-button.tsx'
import { TextField } from '../../../../ui/form/text-field.tsx'
import { useForm } from '../../../../ui/form/use-form.ts'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { formatTime } from '../../../../ui/format-time.ts'
import { useMessages } from '../../../../ui/messages.ts'
import { useClinic } from '../../../../use-clinic.ts'
import { ClosedNote } from './closed-note.tsx'
import { closingTimes } from './closing-times.ts'

type Props = { location: string; onClose: () => void }

/** Closes a chair until a time of today, then lists who is to be called. */
export function ClosureDialog({ location, onClose }: Props) {
  const [closure, setClosure] = useState<Closure | null>(null)
  const { clear } = useMessages()
  // Earlier messages do not belong here.
  useEffect(() => clear(), [clear])
  const close = () => {
    clear()
    onClose()
  }
  return (
    <FormDialog labelledBy="closure-title" onClose={close}>
      <DialogBody>
        {closure ? (
          <ClosedNote closure={closure} onClose={close} />
        ) : (
          <ClosureForm location={location} onClosed={setClosure} onClose={close} />
        )}
      </DialogBody>
    </FormDialog>
  )
}

/** No id of a doctor, which has no star. */
const EVERY_CHAIR = '*'

const Reason = v.object({ reason: BlockerDescription })

function ClosureForm({
  location,
  onClosed,
  onClose,
}: {
  location: string
  onClosed: (closure: Closure) => void
  onClose: () => void
}) {
  const clinic = useClinic()
  const { t, i18n } = useTranslation('closure')
  const language = isoLanguage(i18n.language)
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const own = useAtomValue(ownLocationsAtom)
  const ownCode = useAtomValue(authUserAtom)?.location ?? ''
  // The moment at which it was opened.
  const [now] = useState(() => clock.now())
  const today = clinicDate(now, clinic.timeZone)
  const timesAt = (code: string) =>
    closingTimes(
      own.find((place) => place.code === code)?.openingHours ?? [],
      today,
      clinicTime(now, clinic.timeZone),
    )
  const isOwn = (code: string) => own.some((place) => place.code === code)
  const place = isOwn(location) ? location : isOwn(ownCode) ? ownCode : (own[0]?.code ?? '')

  const form = useForm({
    initial: { location: place, doctorId: '', to: timesAt(place).first, reason: t('usualReason') },
    check: ({ doctorId, reason }) => ({
      ...(doctorId === '' && { doctorId: { key: 'required' } }),
      ...(!v.is(Reason, { reason }) && { reason: { key: 'reason' } }),
    }),
    messages: (key) => (key === 'reason' ? t('reasonWrong') : t('wrong')),
    send: async (values, key) => {
      clear()
      const [date, time] = values.to === '24:00' ? [addDays(today, 1), '00:00'] : [today, values.to]
      const iso = (instant: Date) => isoWithOffset(instant, clinic.timeZone)
      const closing = {
        location: values.location,
        doctorId: values.doctorId === EVERY_CHAIR ? null : values.doctorId,
        from: iso(clock.now()),
        to: iso(toInstant(date, time, clinic.timeZone)),
        reason: values.reason,
      }
      const closure = await closeChair(closing, key)
      void refetchChanged(queries, blockerQueries.stored())
      void refetchChanged(queries, availabilityQueries.all())
      onClosed(closure)
    },
    failed: (error) => notify('error', messageFor(error, t('failed'))),
  })
  const doctors = useQuery(doctorQueries.list(form.values.location)).data ?? []
  const at = form.field('location')
  return (
    <>
      <DialogIntro>
        <h2 id="closure-title">{t('title')}</h2>
        <p>{t('text')}</p>
      </DialogIntro>
      <DialogMessages />
      <Form form={form}>
        {own.length > 1 && (
          <SelectField
            field={{
              ...at,
              change: (code) => {
                at.change(code)
                form.field('doctorId').change('')
                form.field('to').change(timesAt(code).first)
              },
            }}
            label={t('location')}
            options={own.map(({ code, name }) => ({ value: code, label: name }))}
          />
        )}
        <SelectField
          field={form.field('doctorId')}
          label={t('chair')}
          autoFocus
          options={[
            ...(form.values.doctorId === '' ? [{ value: '', label: t('choose') }] : []),
            ...doctors.map(({ id, name }) => ({ value: id, label: name })),
            { value: EVERY_CHAIR, label: t('everyChair') },
          ]}
        />
        <SelectField
          field={form.field('to')}
          label={t('until')}
          options={timesAt(form.values.location).times.map((time) => ({
            value: time,
            label: time === '24:00' ? t('endOfDay') : formatTime(time, language),
          }))}
        />
        <TextField
          field={form.field('reason')}
          label={t('reason')}
          hint={t('reasonHint')}
          required
          autoCapitalize="sentences"
        />
        <DialogFoot>
          <Button variant="outlined" disabled={form.busy} onClick={onClose}>
            {t('close')}
          </Button>
          <SubmitButton busy={form.busy} busyText={t('closing')}>
            {t('submit')}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </>
  )
}
