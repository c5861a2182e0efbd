import { lazyPart, prepare } from '../../ui/lazy-part.ts'

/*
 * What opens over the list, with the pickers that it needs: blockers are read without it. Pickers are not shown before
 * they speak the language of the page.
 */
export const blockerPart = lazyPart(async () => {
  const { BlockerDialog, preparePickers } = await import('./blocker-dialog.tsx')
  await preparePickers()
  return BlockerDialog
})
export const deletePart = lazyPart(async () => (await import('./delete-dialog.tsx')).DeleteDialog)
export const holidaysPart = lazyPart(async () => {
  const { HolidaysDialog, preparePickers } = await import('./holidays-dialog.tsx')
  await preparePickers()
  return HolidaysDialog
})

/** For who comes near what opens them. */
export const prepareLaterParts = () => prepare(blockerPart, deletePart, holidaysPart)
