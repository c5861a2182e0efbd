import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useSetAtom } from 'jotai'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Hourglass from 'lucide-react/icons/hourglass'
import MailX from 'lucide-react/icons/mail-x'
import PhoneCall from 'lucide-react/icons/phone-call'
import PhoneIncoming from 'lucide-react/icons/phone-incoming'
import { type MouseEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Todo } from '../../../../../contract/todo.ts'
import { useStoredState } from '../../../../session/open-forms.ts'
import { useDisabledReason } from '../../../../ui/use-disabled-reason.ts'
import { part } from '../../state/parts.ts'
import { noticeAtom } from '../../state/use-changes.ts'
import { useDetails } from '../../state/use-details.ts'
import { focusNext } from '../focus-next.ts'
import { PhoneNumber } from '../phone-number.tsx'
import { useWhen } from '../use-when.ts'
import { NoteForm } from './note-form.tsx'
import { TodoMenu } from './todo-menu.tsx'
import { useRowActions } from './use-row-actions.ts'

const MINUTE_MS = 60_000

type Props = {
  of: Todo
  now: { at: number; today: string }
  /** Takes them off the list. */
  onCalled: (todo: Todo, note: string) => void
}

/** Somebody who is to be called, or who waits for a time. */
export function TodoRow({ of: todo, now, onCalled }: Props) {
  const { t } = useTranslation(['todo', 'appointments'])
  const { appointment } = todo
  const { name } = appointment
  const when = useWhen(now.today)
  const details = useDetails()
  const notify = useSetAtom(noticeAtom)
  const disabledReason = useDisabledReason()
  const actions = useRowActions(appointment.id)
  const about = `${todo.kind} ${appointment.id}`
  const [menuAt, setMenuAt] = useState<HTMLElement | null>(null)
  const [isNoting, setNoting] = useStoredState(`calling ${about}`, false)
  const more = useRef<HTMLButtonElement>(null)
  const isWaiting = todo.kind === 'walk_in_waiting'
  const minutes = Math.max(0, Math.floor((now.at - Date.parse(todo.at)) / MINUTE_MS))
  const disabled = {
    'aria-disabled': disabledReason !== null,
    title: disabledReason ? t(`appointments:actions.${disabledReason}`) : undefined,
  }

  const finish = (from: Element, note = '') => {
    if (disabledReason) return notify({ kind: 'cannot', why: disabledReason })
    focusNext(from)
    onCalled(todo, note)
  }
  const chooseTime = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (disabledReason) return notify({ kind: 'cannot', why: disabledReason })
    actions.move(currentTarget)
  }
  const Sign = SIGNS[todo.kind] ?? MailX
  return (
    <li className="row" {...part('row')}>
      <div className="head">
        <button type="button" className="open" {...part('open')} onClick={() => details.open(appointment.id)}>
          {name}
        </button>
        <span className="when">{when(appointment.appointment_date)}</span>
      </div>
      <div className="why" data-state={WHY_INK[todo.kind]}>
        <Sign size={16} aria-hidden="true" />
        <span>
          {isWaiting
            ? t(appointment.urgent ? 'why.urgent' : 'why.walk_in_waiting', { minutes })
            : t(`why.${todo.kind}`)}
        </span>
      </div>
      {todo.words && <q className="words">{todo.words}</q>}
      <div className="acts">
        {appointment.phone_number === '' ? (
          <span className="quiet">{t('noPhone')}</span>
        ) : (
          <PhoneNumber of={appointment} />
        )}
        <div className="end">
          <Button
            variant="outlined"
            startIcon={isWaiting ? undefined : <PhoneCall size={16} />}
            aria-label={t(isWaiting ? 'chooseOf' : 'calledOf', { name })}
            onClick={isWaiting ? chooseTime : ({ currentTarget }) => finish(currentTarget)}
            {...disabled}
          >
            {t(isWaiting ? 'choose' : 'called')}
          </Button>
          <IconButton
            ref={more}
            aria-label={t('moreOf', { name })}
            title={t('more')}
            aria-haspopup="menu"
            aria-expanded={menuAt !== null}
            onClick={({ currentTarget }) => setMenuAt(currentTarget)}
          >
            <EllipsisVertical size={18} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      {isNoting && (
        <NoteForm
          name={name}
          about={about}
          onSend={(note) => more.current && finish(more.current, note)}
          onClose={() => {
            setNoting(false)
            more.current?.focus()
          }}
        />
      )}
      <TodoMenu
        of={todo}
        anchor={menuAt}
        onClose={() => setMenuAt(null)}
        onNote={() => setNoting(true)}
        onOff={() => more.current && finish(more.current)}
        onMove={() => actions.move(more.current)}
        onCancel={() => actions.cancel(more.current)}
      />
    </li>
  )
}

const SIGNS: Partial<Record<Todo['kind'], typeof MailX>> = {
  walk_in_waiting: Hourglass,
  asked_to_call: PhoneIncoming,
  cancel_too_late: PhoneIncoming,
  reply_not_understood: PhoneIncoming,
}

/** In whose ink a reason stands: what may bring somebody in vain is the loudest. */
const WHY_INK = {
  cancellation_not_sent: 'no_show',
  cancel_too_late: 'no_show',
  move_not_sent: 'no_show',
  booking_not_sent: 'pending',
  reminder_not_sent: 'pending',
  message_not_sent: 'pending',
  asked_to_call: 'pending',
  reply_not_understood: 'pending',
  offer_not_taken: 'pending',
  walk_in_waiting: 'no_time',
} as const
