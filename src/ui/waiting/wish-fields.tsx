import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PARTS_OF_DAY, type PartOfDay } from '../../../domain/waiting-list.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { SelectField } from '../form/select-field.tsx'
import { ToggleGroup } from '../form/toggle-group.tsx'
import { WEEK, weekdayName } from '../weekdays.ts'

/** Times that suit a waiting patient. Weekdays from 0, Sunday; none: every day. */
export type WishDraft = { weekdays: readonly number[]; partOfDay: PartOfDay | null }

export const ANY_TIME: WishDraft = { weekdays: [], partOfDay: null }

const ANY = 'any'
const PARTS = [ANY, ...PARTS_OF_DAY] as const

/** Seven in a row, also in a card on a phone. */
const Days = styled('div')({ '@media (max-width: 480px)': { '& label': { fontSize: '0.8125rem' } } })

type Props = { wish: WishDraft; onWish: (wish: WishDraft) => void }

/** Fields for weekdays and part of the day. Texts are of the namespace 'wish'. */
export function WishFields({ wish, onWish }: Props) {
  const { t, i18n } = useTranslation('wish')
  const language = isoLanguage(i18n.language)
  const id = useId()
  const field = (name: string) => ({
    id: `${id}${name}`,
    hintId: `${id}${name}-hint`,
    name: `${id}${name}`,
    error: undefined,
  })
  const { weekdays, partOfDay } = wish
  return (
    <>
      <SelectField
        field={{
          ...field('part'),
          value: partOfDay ?? ANY,
          change: (value) =>
            onWish({ ...wish, partOfDay: PARTS_OF_DAY.find((part) => part === value) ?? null }),
        }}
        label={t('part')}
        options={PARTS.map((value) => ({ value, label: t(`parts.${value}`) }))}
      />
      <Days>
        <ToggleGroup
          field={{ ...field('weekdays'), value: '', change: () => {} }}
          label={t('weekdays')}
          {...(weekdays.length === 0 && { hint: t('everyDay') })}
          columns={7}
          chosen={weekdays}
          options={WEEK.map((value) => ({
            value,
            label: weekdayName(value, language),
            short: weekdayName(value, language, 'short'),
          }))}
          onToggle={(day) =>
            onWish({
              ...wish,
              weekdays: weekdays.includes(day) ? weekdays.filter((each) => each !== day) : [...weekdays, day],
            })
          }
        />
      </Days>
    </>
  )
}
