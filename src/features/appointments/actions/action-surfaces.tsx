import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { DetailsDrawer } from '../details/details-drawer.tsx'
import { useDetails } from '../details/use-details.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { RowMenu } from './row-menu.tsx'
import { rowMenuAtom } from './row-menu-atom.ts'
import { UndoBar } from './undo-bar.tsx'
import { toCancelAtom, toldAtom } from './use-changes.ts'

/** What the actions of all rows open and tell, once on the page: details by the address, the question, the bar. */
export function ActionSurfaces() {
  const { id, close } = useDetails()
  useForgetOnLeaving()
  return (
    <>
      <DetailsDrawer id={id} onClose={close} />
      <RowMenu />
      <CancelDialog />
      <UndoBar isCovered={id !== null} />
    </>
  )
}

/** Who leaves the page leaves what was open on it, and the names in that. */
function useForgetOnLeaving() {
  const openMenu = useSetAtom(rowMenuAtom)
  const askToCancel = useSetAtom(toCancelAtom)
  const tell = useSetAtom(toldAtom)
  useEffect(
    () => () => {
      openMenu(null)
      askToCancel(null)
      tell(null)
    },
    [openMenu, askToCancel, tell],
  )
}
