import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clinicDate } from '../../../domain/clinic-time.ts'
import { blockerQueries } from '../../api/blockers.ts'
import { clock as trueClock } from '../../clock.ts'
import { messageFor } from '../../http/message-for.ts'
import { useStoredState } from '../../session/open-forms.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { DialogBody, DialogIntro, DialogMessages } from '../../ui/dialog-body.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useMessages } from '../../ui/messages.ts'
import { Note, NoteSign } from '../../ui/note.tsx'
import { useClinic } from '../../use-clinic.ts'
import { choiceOf, firstToCome } from './holidays.ts'
import { HolidaysForm } from './holidays-form.tsx'

export { preparePickers } from '../../ui/pickers/picker-language.ts'

const YEARS = 3
const BONES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

const SkeletonBox = styled('div')({ display: 'grid', gap: 16 })

export function HolidaysDialog({ onClose }: { onClose: () => void }) {
  const clinic = useClinic()
  const { t } = useTranslation('blockers')
  const { clear } = useMessages()
  const adminId = useAtomValue(authUserAtom)?.id ?? ''
  const [busy, setBusy] = useState(false)
  const [clock] = useState(() => ({ timeZone: clinic.timeZone, now: trueClock.now() }))
  const thisYear = Number(clinicDate(clock.now, clock.timeZone).slice(0, 4))
  const [chosenYear, setYear] = useStoredState<number | null>('holidays year', null)
  const stored = useQuery(blockerQueries.holidayTypes(adminId))
  const ofThisYear = useQuery(blockerQueries.holidays(adminId, thisYear))
  // Chosen once, and not while the dialog is used: what has just been added is there.
  if (chosenYear === null && stored.data && ofThisYear.data) {
    // At the year's end the first one to come is in the next.
    const isYearOver = firstToCome(ofThisYear.data.map(choiceOf), stored.data, clock) === -1
    setYear(isYearOver ? thisYear + 1 : thisYear)
  }
  const year = chosenYear ?? thisYear
  const holidays = useQuery(blockerQueries.holidays(adminId, year))
  const error = holidays.error ?? stored.error
  const close = () => {
    if (busy) return
    clear()
    onClose()
  }
  return (
    <FormDialog labelledBy="holidays-title" onClose={close}>
      <DialogBody>
        <DialogIntro>
          <h2 id="holidays-title">{t('holidays.title')}</h2>
          <p>{t('holidays.text')}</p>
        </DialogIntro>
        <SelectField
          field={{
            id: 'holidays-year',
            hintId: 'holidays-year-hint',
            name: 'year',
            value: String(year),
            error: undefined,
            change: (value) => !busy && setYear(Number(value)),
          }}
          label={t('holidays.year')}
          options={Array.from({ length: YEARS }, (_, i) => String(thisYear + i)).map((value) => ({
            value,
            label: value,
          }))}
        />
        <DialogMessages />
        {error ? (
          <>
            <Note kind="error" role="alert">
              <NoteSign kind="error" />
              <span>{messageFor(error, t('holidays.failed'))}</span>
            </Note>
            <div>
              <Button
                variant="outlined"
                onClick={() => {
                  void holidays.refetch()
                  void stored.refetch()
                }}
              >
                {t('retry')}
              </Button>{' '}
              <Button variant="outlined" onClick={close}>
                {t('holidays.close')}
              </Button>
            </div>
          </>
        ) : holidays.data && stored.data && chosenYear !== null ? (
          <HolidaysForm
            key={year}
            year={year}
            holidays={holidays.data}
            stored={stored.data}
            clock={clock}
            onBusy={setBusy}
            onClose={close}
            onAdded={onClose}
          />
        ) : (
          <SkeletonBox role="status" aria-label={t('holidays.loading')}>
            {BONES.map((row) => (
              <Skeleton key={row} variant="rounded" height={36} />
            ))}
          </SkeletonBox>
        )}
      </DialogBody>
    </FormDialog>
  )
}
