import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { BLOCKER_TYPES, lastDateOf } from '../../../domain/blockers.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { blockerReachAtom, ownLocationsAtom } from '../../session/rights.ts'
import type { FormField } from '../../ui/form/form-field.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { ToggleGroup } from '../../ui/form/toggle-group.tsx'
import { MomentField } from '../../ui/pickers/moment-field.tsx'
import { useDoctorOptions } from '../../ui/use-doctor-options.ts'
import { WEEK, weekdayName } from '../../ui/weekdays.ts'
import {
  ASKS,
  type BlockerField,
  type BlockerValues,
  changesWithMonth,
  changesWithType,
  numbersIn,
  toggled,
} from './blocker-form.ts'
import { monthName } from './blocker-labels.ts'
import { isBlockerType } from './blocker-type.ts'

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  alignItems: 'start',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}))

const Times = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 })

const MONTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]

type Props = { values: BlockerValues; field: (name: BlockerField) => FormField }

export function BlockerFields({ values, field }: Props) {
  const { t } = useTranslation('blockers')
  const changeAll = (changes: Partial<BlockerValues>) => {
    for (const [name, value] of Object.entries(changes)) field(name as BlockerField).change(value)
  }
  const own = useAtomValue(ownLocationsAtom)
  const reach = useAtomValue(blockerReachAtom)
  const isOwnLeave = (reach?.doctorId ?? null) !== null
  const type = field('type')
  const chooseType = (chosen: string) => {
    changeAll(changesWithType(values, chosen))
    type.change(chosen)
  }
  return (
    <>
      <TextField
        field={field('description')}
        label={t('form.description')}
        hint={t('form.descriptionHint')}
        required
        autoFocus
      />
      <Columns>
        <SelectField
          field={{ ...type, change: chooseType }}
          label={t('form.type')}
          options={[
            ...(values.type === '' ? [{ value: '', label: t('form.choose') }] : []),
            ...BLOCKER_TYPES.map((value) => ({ value, label: t(`type.${value}`) })),
          ]}
        />
        <SelectField
          field={{
            ...field('location'),
            change: (code) => {
              field('location').change(code)
              // Other doctors work there.
              if (!isOwnLeave) field('doctorId').change('')
            },
          }}
          label={t('form.location')}
          options={[
            ...(isOwnLeave || reach?.locations === null
              ? [{ value: '', label: t(isOwnLeave ? 'form.wherever' : 'allLocations') }]
              : []),
            ...own.map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
      </Columns>
      {!isOwnLeave && <DoctorField field={field('doctorId')} location={values.location} />}
      {isBlockerType(values.type) && (
        // Another type resets the pickers, which hold half-typed input.
        <TypeFields key={values.type} values={values} field={field} changeAll={changeAll} />
      )}
    </>
  )
}

/** Options: none, or one doctor of the location. */
function DoctorField({ field, location }: { field: FormField; location: string }) {
  const { t } = useTranslation('blockers')
  const own = useAtomValue(ownLocationsAtom)
  const codes = location === '' ? own.map(({ code }) => code) : [location]
  const doctors = useDoctorOptions(codes)
  return (
    <SelectField
      field={field}
      label={t('form.doctor')}
      options={[{ value: '', label: t('form.everyDoctor') }, ...doctors]}
    />
  )
}

function TypeFields({
  values,
  field,
  changeAll,
}: Props & { changeAll: (changes: Partial<BlockerValues>) => void }) {
  const { t, i18n } = useTranslation('blockers')
  const language = isoLanguage(i18n.language)
  if (!isBlockerType(values.type)) return null
  const asks = ASKS[values.type]
  const [days, dates, month] = [field('recurringDays'), field('recurringDates'), field('selectedMonth')]
  const [start, end] = [field('startDateTime'), field('endDateTime')]
  const isMoment = asks.times === 'instants'
  const wantsTimes = isMoment || asks.times === 'times' || (asks.times === 'optional' && !values.allDay)
  const lastDate = asks.month && values.selectedMonth !== '' ? lastDateOf(Number(values.selectedMonth)) : 31
  const chosenDates = numbersIn(values.recurringDates)
  const datesHint = asks.month
    ? chosenDates.includes(29) && values.selectedMonth === '1'
      ? t('form.leapHint')
      : t('form.yearlyHint')
    : chosenDates.some((date) => date > 28)
      ? t('form.datesHint')
      : undefined
  return (
    <>
      {asks.month && (
        <SelectField
          field={{
            ...month,
            change: (chosen) => {
              changeAll(changesWithMonth(values, chosen))
              month.change(chosen)
            },
          }}
          label={t('form.month')}
          options={[
            ...(values.selectedMonth === '' ? [{ value: '', label: t('form.choose') }] : []),
            ...MONTHS.map((value) => ({ value: String(value), label: monthName(value, language) })),
          ]}
        />
      )}
      {asks.days && (
        <ToggleGroup
          field={days}
          label={t('form.days')}
          columns={7}
          chosen={numbersIn(values.recurringDays)}
          options={WEEK.map((value) => ({
            value,
            label: weekdayName(value, language),
            short: weekdayName(value, language, 'short'),
          }))}
          onToggle={(value) => days.change(toggled(values.recurringDays, value))}
        />
      )}
      {asks.dates && (
        <ToggleGroup
          field={dates}
          label={t('form.dates')}
          hint={datesHint}
          columns={7}
          chosen={chosenDates}
          options={Array.from({ length: lastDate }, (_, i) => ({ value: i + 1, label: String(i + 1) }))}
          onToggle={(value) => dates.change(toggled(values.recurringDates, value))}
        />
      )}
      <Times>
        {asks.times === 'optional' && (
          <FormControlLabel
            control={
              <Checkbox
                checked={values.allDay !== ''}
                onChange={(_, checked) => field('allDay').change(checked ? 'yes' : '')}
              />
            }
            label={t('allDay')}
          />
        )}
        {wantsTimes && (
          <Columns>
            <MomentField
              field={{
                ...start,
                change: (text) => {
                  start.change(text)
                  // An error at the end is often about the start.
                  end.change(values.endDateTime)
                },
              }}
              label={t('form.start')}
              kind={isMoment ? 'moment' : 'time'}
            />
            <MomentField
              field={end}
              label={t('form.end')}
              kind={isMoment ? 'moment' : 'time'}
              opensOn={isMoment ? /^\d{4}-\d\d-\d\d(?=T)/.exec(values.startDateTime)?.[0] : undefined}
            />
          </Columns>
        )}
      </Times>
    </>
  )
}
