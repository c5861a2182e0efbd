import ChevronLeft from 'lucide:chevron-left'
import ChevronRight from 'lucide:chevron-right'
import Printer from 'lucide:printer'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import { styled } from '@mui/material/styles'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays } from '../../../../domain/clinic-time.ts'
import { ClosureButton } from '../closure/closure-button.tsx'
import { LocationFilter } from '../filters.tsx'
import { FIRST_DAY, isDayToShow, LAST_DAY } from './day-labels.ts'

const Bar = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 })

const Arrow = styled(Button)({ padding: 8, minWidth: 44 })

// With these three a phone has room for the day beside them.
const Today = styled(Button)({ paddingInline: 14 })

const End = styled('div')({ flex: '1 1 auto', display: 'flex', justifyContent: 'flex-end', gap: 8 })

type Props = {
  /** 'YYYY-MM-DD' in clinic time. */
  day: string
  /** Code of a location, or 'all'. */
  location: string
  onDay: (day: string, options?: { replace: boolean }) => void
  onToday: () => void
  onLocation: (location: string) => void
  canPrint: boolean
  isToday: boolean
}

export function DayBar({ day, location, onDay, onToday, onLocation, canPrint, isToday }: Props) {
  const { t } = useTranslation('appointments')
  return (
    <Bar>
      <Arrow
        variant="outlined"
        aria-label={t('day.previous')}
        title={t('day.previous')}
        disabled={day <= FIRST_DAY}
        onClick={() => onDay(addDays(day, -1))}
      >
        <ChevronLeft size={20} />
      </Arrow>
      <Today variant="outlined" onClick={onToday}>
        {t('day.today')}
      </Today>
      <Arrow
        variant="outlined"
        aria-label={t('day.next')}
        title={t('day.next')}
        disabled={day >= LAST_DAY}
        onClick={() => onDay(addDays(day, 1))}
      >
        <ChevronRight size={20} />
      </Arrow>
      <DayInput day={day} onDay={onDay} />
      <LocationFilter location={location} onLocation={onLocation} />
      <End>
        {isToday && <ClosureButton location={location} />}
        <Button
          variant="outlined"
          startIcon={<Printer size={20} />}
          disabled={!canPrint}
          onClick={() => print()}
        >
          {t('day.print')}
        </Button>
      </End>
    </Bar>
  )
}

/** The browser's date input holds a plain day, so the zone of the device does not matter. */
function DayInput({ day, onDay }: Pick<Props, 'day' | 'onDay'>) {
  const { t } = useTranslation('appointments')
  // Holds the input while it is typed, valid or not. The day itself follows a moment later: restored at once, it would
  // turn a '12' into '1' and '2'.
  const [typed, setTyped] = useState<string>()
  const hasMoved = useRef(false)
  return (
    <OutlinedInput
      type="date"
      size="small"
      value={typed ?? day}
      inputProps={{ 'aria-label': t('day.jump'), min: FIRST_DAY, max: LAST_DAY, required: true }}
      onChange={({ target }) => {
        setTyped(target.value)
        if (!isDayToShow(target.value) || target.value === day) return
        // Stepping with the arrow keys is one step of history.
        onDay(target.value, { replace: hasMoved.current })
        hasMoved.current = true
      }}
      onBlur={() => {
        setTyped(undefined)
        hasMoved.current = false
      }}
    />
  )
}
