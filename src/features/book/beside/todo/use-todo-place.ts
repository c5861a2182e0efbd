import { useLocation, useNavigate } from 'react-router-dom'
import { addressOf, dashboardAt } from '../../state/dashboard-address.ts'

/** Id of the button that opens the list, which gets the focus back. */
export const TODO_CHIP_ID = 'todo-chip'

/** State of a history step that opened the list where it is a page: Back leads to where it was opened. */
const OPENED = { todoOpened: true }

const isOpened = (state: unknown) =>
  typeof state === 'object' && state !== null && 'todoOpened' in state && state.todoOpened === true

/** Whether what is to be done is shown; the address says it. @param isPage it takes the place of the day */
export function useTodoPlace(isPage: boolean) {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const address = addressOf(search)
  const at = (todo: boolean) => dashboardAt({ ...address, todo })
  return {
    isOpen: address.todo,
    open: () =>
      void navigate(at(true), isPage ? { state: { ...state, ...OPENED } } : { replace: true, state }),
    close: () => {
      if (isOpened(state)) void navigate(-1)
      else void navigate(at(false), { replace: true, state })
    },
  }
}
