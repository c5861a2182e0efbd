import { styled } from '@mui/material/styles'
import Check from 'lucide-react/icons/check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Clock from 'lucide-react/icons/clock'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../contract/messages.ts'
import { Badge } from './badge.tsx'
import { useInstants } from './use-instants.ts'

const Rows = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: '0.875rem',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'start',
    gap: '0 12px',
  },
  '& small': { gridColumn: 1, fontSize: '0.75rem', color: theme.vars.palette.text.secondary },
}))

const Nothing = styled('p')({ fontSize: '0.875rem' })

const Outcome = styled(Badge)(({ theme }) => ({
  gap: 4,
  fontSize: '0.75rem',
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.vars.palette.background.default,
  '&[data-failed=true]': {
    color: theme.vars.palette.error.main,
    backgroundColor: theme.vars.palette.error.light,
  },
}))

const SIGNS = {
  waiting: Clock,
  sent: Check,
  refused: X,
  failed: X,
  unknown: CircleQuestionMark,
  no_contact: X,
  no_gateway: X,
  none: null,
} as const
const FAILED: readonly Message['outcome'][] = ['refused', 'failed', 'unknown', 'no_contact', 'no_gateway']

/** Messages sent to a patient, with their delivery state. */
export function SentMessages({ of: messages }: { of: readonly Message[] }) {
  const { t } = useTranslation('records')
  const spoken = useInstants()
  if (messages.length === 0) return <Nothing>{t('messages.none')}</Nothing>
  return (
    <Rows>
      {messages.map(({ at, kind, outcome }, n) => {
        const Sign = SIGNS[outcome]
        return (
          <li key={`${at} ${kind} ${n}`}>
            <span>{t(`messages.${kind}`)}</span>
            <Outcome data-failed={FAILED.includes(outcome)}>
              {Sign && <Sign size={12} aria-hidden="true" />}
              {t(`messages.outcome.${outcome}`)}
            </Outcome>
            <small>{spoken(at)}</small>
          </li>
        )
      })}
    </Rows>
  )
}
