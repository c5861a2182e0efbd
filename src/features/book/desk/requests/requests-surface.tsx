import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import ClipboardPen from 'lucide-react/icons/clipboard-pen'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTablet } from '../../../../device/tablet/mark.ts'
import { readRequests } from '../../../../offline/requests/requests.ts'
import { offlineRequestsAtom } from '../../../../offline/requests/requests-atom.ts'
import { authUserAtom, readOnlyAtom } from '../../../../session/session-atoms.ts'
import { useMessages } from '../../../../ui/messages.ts'
import { RequestsDialog } from './requests-dialog.tsx'

/** Dashed: it is not in the book. */
const Chip = styled(Button)(({ theme }) => ({
  '&&': { fontSize: '0.875rem', borderStyle: 'dashed', whiteSpace: 'nowrap' },
  color: theme.vars.palette.warning.main,
  borderColor: theme.vars.palette.warning.main,
}))

export function RequestsSurface() {
  const { t } = useTranslation('asked')
  const { notify } = useMessages()
  const asked = useAtomValue(offlineRequestsAtom)
  const who = useAtomValue(authUserAtom)?.id
  const isReading = useAtomValue(readOnlyAtom)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    readRequests().catch(() => notify('error', t('unreadable')))
  }, [who, isReading, notify, t])
  const own = asked?.requests.length ?? 0
  const count = own + (asked?.closed.length ?? 0)
  useWarningBeforeEnd(own > 0 && !isTablet())
  return (
    <>
      {count > 0 && (
        <Chip
          variant="outlined"
          aria-haspopup="dialog"
          startIcon={<ClipboardPen size={18} aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          {t('chip', { number: count })}
        </Chip>
      )}
      {isOpen && <RequestsDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** The key is the tab's own: when the last one is closed, nobody can read them any more. */
function useWarningBeforeEnd(warns: boolean) {
  useEffect(() => {
    if (!warns) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [warns])
}
