import Button from '@mui/material/Button'
import { useAtomValue } from 'jotai'
import OctagonMinus from 'lucide-react/icons/octagon-minus'
import { useTranslation } from 'react-i18next'
import { useStoredState } from '../../../../session/open-forms.ts'
import { mayAtom } from '../../../../session/rights.ts'
import { lazyModule, prefetch, withTexts } from '../../../../ui/lazy.tsx'
import { useDisabledReason } from '../../../../ui/use-disabled-reason.ts'
import { useLazyPart } from '../../../../ui/use-lazy-part.ts'

/* Closing needs the server, so that neither the dialog nor its texts are kept on a device. */
const closureDialog = lazyModule(
  async () => (await withTexts(import('./closure-dialog.tsx'), 'closure')).ClosureDialog,
)

/**
 * Opens 'Close a chair or the clinic until', for who may close.
 * @param location code of the location on view, or 'all'
 */
export function ClosureButton({ location }: { location: string }) {
  const { t } = useTranslation('appointments')
  const isAllowed = useAtomValue(mayAtom)('closures.write')
  const isDisabled = useDisabledReason() !== null
  const [isOpen, setOpen] = useStoredState('closure dialog', false)
  const close = () => setOpen(false)
  const ClosureDialog = useLazyPart(closureDialog, isOpen, close)
  if (!isAllowed) return null
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<OctagonMinus size={20} aria-hidden="true" />}
        disabled={isDisabled}
        onPointerEnter={() => prefetch(closureDialog)}
        onFocus={() => prefetch(closureDialog)}
        onClick={() => setOpen(true)}
      >
        <span className="text">{t('day.chairDown')}</span>
      </Button>
      {isOpen && ClosureDialog && <ClosureDialog location={location} onClose={close} />}
    </>
  )
}
