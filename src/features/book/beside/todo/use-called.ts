import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Todo } from '../../../../../contract/todo.ts'
import { finishTodo, reopenTodo, type Todos, todosKey } from '../../../../api/todo.ts'
import { messageFor } from '../../../../http/message-for.ts'
import { authUserAtom } from '../../../../session/session-atoms.ts'
import { useMessages } from '../../../../ui/messages.ts'

/** Takes people off the list at once, and puts the last one back. */
export function useCalled() {
  const { t } = useTranslation('todo')
  const client = useQueryClient()
  const { notify } = useMessages()
  const queryKey = todosKey(useAtomValue(authUserAtom)?.id ?? '')
  const [last, setLast] = useState<Todo | null>(null)
  const again = () => void client.invalidateQueries({ queryKey })
  const failed = (error: unknown) => notify('error', messageFor(error, t('failed')))

  const finish = async (todo: Todo, note: string) => {
    // An answer that was asked for before would bring them back for a moment.
    await client.cancelQueries({ queryKey })
    client.setQueriesData<Todos>({ queryKey }, (held) => held && without(held, todo.id))
    try {
      await finishTodo(todo.id, note)
      setLast(todo)
    } catch (error) {
      failed(error)
    } finally {
      again()
    }
  }
  const undo = async () => {
    if (!last) return
    setLast(null)
    await reopenTodo(last.id).catch(failed)
    again()
  }
  return { last, finish, undo, forget: () => setLast(null) }
}

function without({ todos, total }: Todos, id: string): Todos {
  const left = todos.filter((todo) => todo.id !== id)
  return { todos: left, total: total - (todos.length - left.length) }
}
