import { DetailsDrawer } from '../details/details-drawer.tsx'
import { useDetails } from '../details/use-details.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { RowMenu } from './row-menu.tsx'
import { UndoBar } from './undo-bar.tsx'

/** What the actions of all rows open and tell, once on the page: details by the address, the question, the bar. */
export function ActionSurfaces() {
  const { id, close } = useDetails()
  return (
    <>
      <DetailsDrawer id={id} onClose={close} />
      <RowMenu />
      <CancelDialog />
      <UndoBar isCovered={id !== null} />
    </>
  )
}
