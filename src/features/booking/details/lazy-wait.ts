import { loadTexts } from '../../../i18n/i18n.ts'
import { lazyModule } from '../../../ui/lazy.tsx'

/* Waiting is the server's, so that it is kept on no device. */
export const waitInstead = lazyModule(async () => {
  const [{ WaitInstead }] = await Promise.all([import('./wait-instead.tsx'), loadTexts('wish')])
  return WaitInstead
})
