import { lazyModule, prefetch } from '../../ui/lazy.tsx'

/* The list loads without its dialogs and their pickers. Pickers wait for the language of the page. */
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

export const prefetchDialogs = () => prefetch(blockerDialog, deleteDialog, holidaysDialog)
