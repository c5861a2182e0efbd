import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useAtomValue } from 'jotai'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayAtom } from '../../../../session/rights.ts'
import { TARGET_PX } from '../../../../theme/theme-components.ts'
import { lazyModule, prefetch, withTexts } from '../../../../ui/lazy.tsx'
import { useDisabledReason } from '../../../../ui/use-disabled-reason.ts'
import { useLazyPart } from '../../../../ui/use-lazy-part.ts'
import { useNotices } from '../../state/use-notices.ts'

/* Whom to call is the server's answer, so that neither the list nor its texts are kept on a device. */
const lateDialog = lazyModule(async () => (await withTexts(import('./late-dialog.tsx'), 'late')).LateDialog)

const MINUTES = [10, 20, 30]

type Props = { location: string; doctor: { id: string; name: string } }

/** Menu in a doctor's head of today: 'Running late by 20 minutes', which lists the patients to call. */
export function LateMenu({ location, doctor }: Props) {
  const { t } = useTranslation('appointments')
  const isAllowed = useAtomValue(mayAtom)('book.write')
  const disabledReason = useDisabledReason()
  const notify = useNotices()
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  const [minutes, setMinutes] = useState<number | null>(null)
  const close = () => setMinutes(null)
  const LateDialog = useLazyPart(lateDialog, minutes !== null, close)
  if (!isAllowed) return null
  const label = t('late.menuOf', { doctor: doctor.name })
  const choose = (by: number) => {
    setOpener(null)
    if (disabledReason) notify({ kind: 'cannot', why: disabledReason })
    else setMinutes(by)
  }
  return (
    <>
      <button
        type="button"
        className="more"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={opener !== null}
        onPointerEnter={() => prefetch(lateDialog)}
        onClick={({ currentTarget }) => setOpener(currentTarget)}
      >
        <EllipsisVertical size={16} aria-hidden="true" />
      </button>
      <Menu
        transitionDuration={0}
        anchorEl={opener}
        open={opener !== null}
        onClose={() => setOpener(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          list: { 'aria-label': label },
          // It is outside of the page's regions, so it is one of its own.
          paper: { role: 'region', 'aria-label': label, sx: { border: 1, borderColor: 'divider' } },
        }}
      >
        {MINUTES.map((by) => (
          <MenuItem key={by} onClick={() => choose(by)} sx={ITEM}>
            {t('late.by', { minutes: by })}
          </MenuItem>
        ))}
      </Menu>
      {minutes !== null && LateDialog && (
        <LateDialog location={location} doctor={doctor} minutes={minutes} onClose={close} />
      )}
    </>
  )
}

const ITEM = { '&&': { minHeight: TARGET_PX }, fontSize: '0.875rem' } as const
