import { loadTexts } from '../../../i18n/i18n.ts'
import { lazyModule } from '../../../ui/lazy.tsx'

/** What would suit somebody who waits. */
export const wishForm = lazyModule(async () => {
  const [{ WishForm }] = await Promise.all([
    import('./wish-form.tsx'),
    loadTexts('waiting'),
    loadTexts('wish'),
  ])
  return WishForm
})
