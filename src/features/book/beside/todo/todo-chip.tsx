import ListTodo from 'lucide-react/icons/list-todo'
import { useTranslation } from 'react-i18next'
import { useTodo } from './use-todo.ts'
import { TODO_CHIP_ID } from './use-todo-place.ts'

type Props = {
  location: string
  now: { at: number; today: string }
  isOpen: boolean
  /** Somebody is about to press it. */
  onNear: () => void
  onPress: () => void
}

/** Number of to-dos, with a button that shows them; hidden without any, if the waiting list is empty too. */
export function TodoChip({ location, now, isOpen, onNear, onPress }: Props) {
  const { t } = useTranslation('appointments')
  const { count, waits } = useTodo(location, now)
  if (count === 0 && waits === 0) return null
  return (
    <button
      type="button"
      id={TODO_CHIP_ID}
      className="chip"
      data-state="pending"
      aria-expanded={isOpen}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onPress}
    >
      <ListTodo size={16} aria-hidden="true" />
      {t('calendar.todo', { count })}
    </button>
  )
}
