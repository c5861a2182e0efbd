import { lazyModule, prefetch } from '../../ui/lazy/lazy-module.ts'

/*
 * What opens over the list, with the pickers that it needs: blockers are read without it. Pickers are not shown before
 * they speak the language of the page.
 */
export const blockerDialog = lazyModule(async () => {
  const { BlockerDialog, preparePickers } = await import('./blocker-dialog.tsx')
  await preparePickers()
  return BlockerDialog
})
export const deleteDialog = lazyModule(async () => (await import('./delete-dialog.tsx')).DeleteDialog)
export const holidaysDialog = lazyModule(async () => {
  const { HolidaysDialog, preparePickers } = await import('./holidays-dialog.tsx')
  await preparePickers()
  return HolidaysDialog
})

/** For who comes near what opens them. */
export const prefetchDialogs = () => prefetch(blockerDialog, deleteDialog, holidaysDialog)
