import ListTodo from 'lucide-react/icons/list-todo'
import { useTranslation } from 'react-i18next'
import { prefetch } from '../../../../ui/lazy.tsx'
import { todoDock } from './lazy-todo.ts'
import { useTodo } from './use-todo.ts'
import { TODO_CHIP_ID } from './use-todo-place.ts'

type Props = {
  location: string
  now: { at: number; today: string }
  isOpen: boolean
  onPress: () => void
}

/** How much is to be done, and what shows it; gone where there is nothing, and nobody waits either. */
export function TodoChip({ location, now, isOpen, onPress }: Props) {
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
      onPointerEnter={() => prefetch(todoDock)}
      onFocus={() => prefetch(todoDock)}
      onClick={onPress}
    >
      <ListTodo size={16} aria-hidden="true" />
      {t('calendar.todo', { count })}
    </button>
  )
}
