import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { clinicDate } from '../../../domain/clinic-time.ts'
import { clock } from '../../clock.ts'
import { bookForAtom } from '../../session/book-for.ts'
import { useStoredElsewhere } from '../../session/open-forms.ts'
import { lazyModule, withTexts } from '../../ui/lazy.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { useClinic } from '../../use-clinic.ts'
import { deskPanel, moveDialog } from './desk/panels.ts'
import { deskAtom } from './state/desk-atom.ts'
import { toMoveAtom } from './state/move-atom.ts'
import { outcomeAtom, toCancelAtom } from './state/use-changes.ts'
import { useDashboardAddress } from './state/use-dashboard-address.ts'
import { useDesk } from './state/use-desk.ts'
import { useDeskLocation } from './state/use-desk-location.ts'
import { useDetails } from './state/use-details.ts'
import { useNotices } from './state/use-notices.ts'
import { cancelDialog, detailsDrawer } from './visit/details/dialogs.ts'
import { MessageBar } from './visit/message-bar.tsx'
import { RowMenu } from './visit/row-menu.tsx'
import { rowMenuAtom } from './visit/row-menu-atom.ts'

/**
 * Surfaces that the actions of all rows share, once per page: details by the address, the question, the undo bar.
 */
export function ActionSurfaces() {
  const clinic = useClinic()
  const { id, open, close } = useDetails()
  const asked = useAtomValue(toCancelAtom)
  const askToCancel = useSetAtom(toCancelAtom)
  const askNoMore = () => askToCancel(null)
  const DetailsDrawer = useLazyPart(detailsDrawer, id !== null, close)
  const CancelDialog = useLazyPart(cancelDialog, asked !== null, askNoMore)
  const [desk, setDesk] = useAtom(deskAtom)
  const [toMove, setToMove] = useAtom(toMoveAtom)
  const closeDesk = () => setDesk(null)
  const DeskPanel = useLazyPart(deskPanel, desk !== null, closeDesk)
  const MoveDialog = useLazyPart(moveDialog, toMove !== null, () => setToMove(null))
  useForgetOnLeaving()
  // What has opened them is gone by then.
  useStoredElsewhere('desk', desk ? { ...desk, opener: null } : undefined, setDesk)
  useStoredElsewhere('move dialog', toMove ? { ...toMove, opener: null } : undefined, setToMove)
  useStoredElsewhere('cancel dialog', asked ? { ...asked, opener: null } : undefined, askToCancel)
  useOutcomes()
  useBookFor()
  return (
    <>
      <PageKeys />
      {desk && DeskPanel && (
        <DeskPanel
          // Another gap is another appointment.
          key={
            desk.place
              ? `${desk.place.day} ${desk.place.from} ${desk.place.doctor.id}`
              : (desk.request?.id ?? '')
          }
          {...desk}
          today={clinicDate(clock.now(), clinic.timeZone)}
          onClose={closeDesk}
        />
      )}
      {toMove && MoveDialog && <MoveDialog {...toMove} onClose={() => setToMove(null)} />}
      {DetailsDrawer && <DetailsDrawer id={id} onClose={close} onOther={open} />}
      <RowMenu />
      {asked && CancelDialog && <CancelDialog {...asked} onClose={askNoMore} />}
      <MessageBar hasAll isCovered={id !== null && DetailsDrawer !== undefined} />
    </>
  )
}

/** Shows outcomes of changes, also of one that ended while another page was open. */
function useOutcomes() {
  const [outcome, setOutcome] = useAtom(outcomeAtom)
  const say = useNotices()
  useEffect(() => {
    if (!outcome) return
    setOutcome(null)
    say(outcome)
  }, [outcome, setOutcome, say])
}

/** Another page has asked for a new appointment of somebody: the panel opens with them chosen. */
function useBookFor() {
  const [patient, setPatient] = useAtom(bookForAtom)
  const location = useDeskLocation()
  const setDesk = useSetAtom(deskAtom)
  useEffect(() => {
    if (patient === null) return
    setPatient(null)
    setDesk({ place: null, location, opener: null, patient })
  }, [patient, location, setPatient, setDesk])
}

/** Leaving the page closes what was open on it, which shows patients' names. */
function useForgetOnLeaving() {
  const openMenu = useSetAtom(rowMenuAtom)
  const askToCancel = useSetAtom(toCancelAtom)
  const openDesk = useSetAtom(deskAtom)
  const askToMove = useSetAtom(toMoveAtom)
  useEffect(
    () => () => {
      openMenu(null)
      askToCancel(null)
      openDesk(null)
      askToMove(null)
    },
    [openMenu, askToCancel, openDesk, askToMove],
  )
}

const keysDialog = lazyModule(
  async () => (await withTexts(import('./desk/keys-dialog.tsx'), 'desk')).KeysDialog,
)

/** The keys of the book, and what shows them. */
function PageKeys() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const KeysDialog = useLazyPart(keysDialog, isOpen, close)
  const [{ view, day }, go] = useDashboardAddress()
  const desk = useDesk(useDeskLocation())
  const show = (shown: 'day' | 'week' | 'list') => () => {
    if (view !== shown) go({ view: shown, page: 1, ...(shown === 'list' && { day: '' }) })
  }
  useKeys({
    n: () => desk.openNew?.(),
    t: () => {
      if (view === 'list') go({ view: 'day', day: '' })
      else if (day !== '') go({ day: '' })
    },
    d: show('day'),
    w: show('week'),
    l: show('list'),
    '/': () => document.querySelector<HTMLElement>('header [type=search]')?.focus(),
    '?': () => setOpen(true),
  })
  return KeysDialog && isOpen ? <KeysDialog onClose={close} /> : null
}
