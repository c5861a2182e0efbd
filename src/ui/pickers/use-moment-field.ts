import { lazyModule } from '../lazy.tsx'
import { useLazyPart } from '../use-lazy-part.ts'

/* A page loads without MUI's pickers, and works without them where there is no connection. They wait for its language. */
const momentField = lazyModule(async () => {
  const [{ MomentField }, { preparePickers }] = await Promise.all([
    import('./moment-field.tsx'),
    import('./picker-language.ts'),
  ])
  await preparePickers()
  return MomentField
})

/** A field for a day, a time or both, as soon as it is here. */
export const useMomentField = (onMissing: () => void) => useLazyPart(momentField, true, onMissing)
