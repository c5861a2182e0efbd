import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockerPreview } from '../../../contract/blockers.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { DialogButtons, DialogIntro } from '../../ui/dialog-body.tsx'
import { locationName } from '../../ui/location-name.ts'
import { formatMoment } from './blocker-labels.ts'

const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  maxHeight: 'min(50vh, 420px)',
  overflowY: 'auto',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '0 12px',
    padding: '8px 12px',
    overflowWrap: 'anywhere',
    '& > .end': { textAlign: 'end' },
  },
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& strong': { fontWeight: 600 },
  '& .soft': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
}))

type Props = {
  appointments: BlockerPreview['appointments']
  busy: boolean
  busyText: string
  /** The form behind it, whose button gets the focus again. */
  form: RefObject<HTMLFormElement | null>
  onBack: () => void
  onAnyway: () => void
}

export function Conflicts({ appointments, busy, busyText, form, onBack, onAnyway }: Props) {
  const { total, first } = appointments
  const { t, i18n } = useTranslation('blockers')
  const language = isoLanguage(i18n.language)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
    return () => form.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [form])
  return (
    <>
      <DialogIntro>
        <h3 ref={title} tabIndex={-1}>
          {t('conflict.title', { count: total })}
        </h3>
        <p>{t('conflict.text')}</p>
      </DialogIntro>
      {/* Focusable, since it scrolls. */}
      <List tabIndex={0} aria-label={t('conflict.title', { count: total })}>
        {first.map(({ id, reference, patientName, appointment_date, location }) => (
          <li key={id}>
            <strong>{patientName}</strong>
            <span className="soft end">{reference}</span>
            <span>{formatMoment(appointment_date, language)}</span>
            <span className="soft end">{locationName(location)}</span>
          </li>
        ))}
        {total > first.length && (
          <li className="soft">{t('conflict.more', { count: total - first.length })}</li>
        )}
      </List>
      <DialogButtons>
        <Button variant="outlined" disabled={busy} onClick={onBack}>
          {t('conflict.back')}
        </Button>
        <Button variant="contained" aria-disabled={busy} aria-busy={busy} onClick={onAnyway}>
          {busy ? busyText : t('conflict.anyway')}
        </Button>
      </DialogButtons>
    </>
  )
}
