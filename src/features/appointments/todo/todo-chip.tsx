import ListTodo from 'lucide:list-todo'
import { useTranslation } from 'react-i18next'
import { prefetch } from '../../../ui/lazy/lazy-module.ts'
import { todoDock } from './lazy-todo.ts'

export const TODO_CHIP_ID = 'todo-chip'

type Props = { count: number; isOpen: boolean; onPress: () => void }

/** How much is to be done, and what shows it; gone where there is nothing. */
export function TodoChip({ count, isOpen, onPress }: Props) {
  const { t } = useTranslation('appointments')
  if (count === 0) return null
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
