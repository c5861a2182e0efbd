import { loadTexts } from '../../../../i18n/i18n.ts'
import { lazyModule } from '../../../../ui/lazy.tsx'

/* Whom to call is the server's answer, so that neither the list nor its texts are kept on a device. */
export const lateDialog = lazyModule(async () => {
  const [{ LateDialog }] = await Promise.all([import('./late-dialog.tsx'), loadTexts('late')])
  return LateDialog
})
