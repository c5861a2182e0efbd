import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { AddWaitingWire } from '../../../../contract/waiting-list.ts'
import { useStoredState } from '../../../session/open-forms.ts'
import { ANY_TIME, WishFields } from '../../../ui/waiting/wish-fields.tsx'
import { MomentLine } from './moment-line.tsx'
import { isWhole } from './typed.ts'

const Box = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  width: '100%',
  '& > .buttons': { display: 'flex', flexWrap: 'wrap', gap: 8 },
  '& > .buttons > button': { padding: '4px 12px', fontSize: '0.875rem' },
})

const Hint = styled('p')(({ theme }) => ({
  marginTop: -8,
  fontSize: '0.75rem',
  color: theme.vars.palette.text.secondary,
}))

export type DeskWish = Required<Pick<AddWaitingWire, 'weekdays' | 'partOfDay' | 'to'>>

type Props = {
  /** Of somebody with a visit, who waits up to it; else for 30 days. */
  hasVisit: boolean
  /** The first day that can be the last, 'YYYY-MM-DD'. */
  today: string
  busy: boolean
  onAdd: (wish: DeskWish) => void
  /** Left out, there is nothing to go back to. */
  onCancel?: () => void
}

/** What would suit whoever the desk enters on the waiting list. No form of its own, since it stands in others. */
export function WishForm({ hasVisit, today, busy, onAdd, onCancel }: Props) {
  const { t } = useTranslation('waiting')
  const [wish, setWish] = useStoredState(`wish ${hasVisit}`, ANY_TIME)
  const [until, setUntil] = useStoredState(`wish until ${hasVisit}`, '')
  return (
    <Box>
      <WishFields wish={wish} onWish={setWish} />
      <MomentLine field={{ value: until, change: setUntil }} label={t('wish.until')} kind="day" min={today} />
      {until === '' && <Hint>{t(hasVisit ? 'wish.untilVisit' : 'wish.untilMonth')}</Hint>}
      <div className="buttons">
        <Button
          variant="outlined"
          aria-busy={busy}
          onClick={() =>
            onAdd({
              weekdays: [...wish.weekdays],
              partOfDay: wish.partOfDay,
              to: isWhole(until) ? until : null,
            })
          }
        >
          {t('wish.add')}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('wish.cancel')}</Button>}
      </div>
    </Box>
  )
}
