import { loadTexts } from '../../../../i18n/i18n.ts'
import { lazyModule } from '../../../../ui/lazy.tsx'

/* Waiting and coming again are the server's, so that neither they nor their texts are kept on a device. */
export const visitExtras = lazyModule(async () => {
  const [{ VisitExtras }] = await Promise.all([import('./visit-extras.tsx'), loadTexts('waiting')])
  return VisitExtras
})
