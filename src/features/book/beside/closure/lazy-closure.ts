import { loadTexts } from '../../../../i18n/i18n.ts'
import { lazyModule } from '../../../../ui/lazy.tsx'

/* Closing needs the server, so that neither the dialog nor its texts are kept on a device. */
export const closureDialog = lazyModule(async () => {
  const [{ ClosureDialog }] = await Promise.all([import('./closure-dialog.tsx'), loadTexts('closure')])
  return ClosureDialog
})
