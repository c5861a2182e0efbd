import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useLazyPart } from '../../../ui/lazy/use-lazy-part.ts'
import { useDetails } from '../details/use-details.ts'
import { cancelDialog, detailsDrawer } from './lazy-dialogs.ts'
import { RowMenu } from './row-menu.tsx'
import { rowMenuAtom } from './row-menu-atom.ts'
import { UndoBar } from './undo-bar.tsx'
import { noticeAtom, toCancelAtom } from './use-changes.ts'

/** What the actions of all rows share, once per page: details by the address, the question, the bar. */
export function ActionSurfaces() {
  const { id, close } = useDetails()
  const asked = useAtomValue(toCancelAtom)
  const askToCancel = useSetAtom(toCancelAtom)
  const askNoMore = () => askToCancel(null)
  const DetailsDrawer = useLazyPart(detailsDrawer, id !== null, close)
  const CancelDialog = useLazyPart(cancelDialog, asked !== null, askNoMore)
  useForgetOnLeaving()
  return (
    <>
      {DetailsDrawer && <DetailsDrawer id={id} onClose={close} />}
      <RowMenu />
      {asked && CancelDialog && <CancelDialog {...asked} onClose={askNoMore} />}
      <UndoBar isCovered={id !== null && DetailsDrawer !== undefined} />
    </>
  )
}

/** Leaving the page closes what was open on it, which shows patients' names. */
function useForgetOnLeaving() {
  const openMenu = useSetAtom(rowMenuAtom)
  const askToCancel = useSetAtom(toCancelAtom)
  const notify = useSetAtom(noticeAtom)
  useEffect(
    () => () => {
      openMenu(null)
      askToCancel(null)
      notify(null)
    },
    [openMenu, askToCancel, notify],
  )
}
