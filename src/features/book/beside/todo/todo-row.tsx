import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Hourglass from 'lucide-react/icons/hourglass'
import MailX from 'lucide-react/icons/mail-x'
import PhoneCall from 'lucide-react/icons/phone-call'
import PhoneIncoming from 'lucide-react/icons/phone-incoming'
import { type MouseEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../../contract/appointments.ts'
import type { Todo } from '../../../../../contract/todo.ts'
import { appointmentQueries } from '../../../../api/appointments-list.ts'
import { messageFor } from '../../../../http/message-for.ts'
import { useStoredState } from '../../../../session/open-forms.ts'
import { authUserAtom } from '../../../../session/session-atoms.ts'
import { TARGET_PX } from '../../../../theme/theme-components.ts'
import { useMessages } from '../../../../ui/messages.ts'
import { useDisabledReason } from '../../../../ui/use-disabled-reason.ts'
import { toMoveAtom } from '../../state/move-atom.ts'
import { part } from '../../state/parts.ts'
import { toCancelAtom } from '../../state/use-changes.ts'
import { useDetails } from '../../state/use-details.ts'
import { useNotices } from '../../state/use-notices.ts'
import { focusNext } from '../focus-next.ts'
import { PhoneNumber } from '../phone-number.tsx'
import { useWhen } from '../use-when.ts'
import { whatsAppLink } from '../whats-app-link.ts'
import { NoteForm } from './note-form.tsx'

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
  const notify = useNotices()
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

/** Colour of a reason: strongest where a patient may come in vain. */
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

type TodoMenuProps = {
  of: Todo
  /** Null: closed. */
  anchor: HTMLElement | null
  onClose: () => void
  onNote: () => void
  onOff: () => void
  onMove: () => void
  onCancel: () => void
}

/** Rarer actions than a call: a note, a chat, another time, a cancellation. */
function TodoMenu({ of: todo, anchor, onClose, onNote, onOff, onMove, onCancel }: TodoMenuProps) {
  const { t } = useTranslation('todo')
  const disabledReason = useDisabledReason()
  const { name, phone, status } = todo.appointment
  const isWaiting = todo.kind === 'walk_in_waiting'
  const label = t('moreOf', { name })
  const isDisabled = disabledReason !== null
  const item = (text: string, act: () => void) => (
    <MenuItem
      sx={ITEM}
      // Not MUI's `disabled`: the arrow keys would skip it.
      aria-disabled={isDisabled}
      onClick={() => {
        if (isDisabled) return
        onClose()
        // The menu gives the focus back to what has opened it first.
        requestAnimationFrame(act)
      }}
    >
      {text}
    </MenuItem>
  )
  return (
    <Menu
      transitionDuration={0}
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        list: { 'aria-label': label },
        // It is outside of the page's regions, so it is one of its own.
        paper: { role: 'region', 'aria-label': label, sx: { border: 1, borderColor: 'divider' } },
      }}
    >
      {isWaiting ? item(t('off'), onOff) : item(t('withNote'), onNote)}
      {phone !== null && (
        <MenuItem
          sx={ITEM}
          component="a"
          href={whatsAppLink(phone, todo.text)}
          target="_blank"
          rel="noreferrer"
          onClick={onClose}
        >
          {t('whatsApp')}
        </MenuItem>
      )}
      {!isWaiting && status !== 'cancelled' && item(t('move'), onMove)}
      {!isWaiting && status !== 'cancelled' && item(t('cancel'), onCancel)}
    </Menu>
  )
}

const ITEM = { '&&': { minHeight: TARGET_PX }, fontSize: '0.875rem' } as const

/** Age from which an answer is fetched again, in milliseconds. */
const FRESH_MS = 10_000

/** Moving and cancelling of an appointment of which only the id is known. @returns the focus goes back to `opener` */
function useRowActions(id: string) {
  const { t } = useTranslation('todo')
  const client = useQueryClient()
  const { notify } = useMessages()
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const askToMove = useSetAtom(toMoveAtom)
  const askToCancel = useSetAtom(toCancelAtom)
  const withRow = async (act: (row: Appointment) => void) => {
    try {
      act(
        await client.fetchQuery({
          ...appointmentQueries.details(staffId, id),
          staleTime: FRESH_MS,
          retry: false,
        }),
      )
    } catch (error) {
      notify('error', messageFor(error, t('failed')))
    }
  }
  return {
    move: (opener: HTMLElement | null) => void withRow((row) => askToMove({ row, opener })),
    cancel: (opener: HTMLElement | null) => void withRow((row) => askToCancel({ row, opener })),
  }
}
