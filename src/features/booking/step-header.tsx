import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { unseen } from '../../theme/unseen.ts'
import { addressOf, inApp } from './state/first-steps.ts'
import { STEPS, type Step } from './state/steps.ts'

const NARROW = '@media (max-width: 699.95px)'

const Steps = styled('ol')({
  display: 'flex',
  gap: 8,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { flex: '1 1 auto' },
  [NARROW]: { gap: 4, '& > li': { flex: '1 1 0' } },
})

// One list for both widths: a named step with its number on wide screens, a bar under a thumb on phones.
const StepButton = styled('button')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  minHeight: 48,
  padding: '4px 0 0',
  border: 0,
  borderTop: `3px solid ${theme.vars.palette.divider}`,
  background: 'none',
  font: 'inherit',
  fontSize: '0.875rem',
  textAlign: 'left',
  textDecoration: 'none',
  color: theme.vars.palette.text.secondary,
  cursor: 'pointer',
  '&:disabled': { cursor: 'default' },
  '&[data-reached=true]': { borderColor: theme.vars.palette.primary.main },
  '&[aria-current=step]': { color: theme.vars.palette.text.primary, fontWeight: 600 },
  '&:not(:disabled):hover': { color: theme.vars.palette.primary.main },
  [NARROW]: { minHeight: 44, padding: 0, alignItems: 'flex-start' },
}))

const Badge = styled('span')(({ theme }) => ({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: 24,
  height: 24,
  borderRadius: 12,
  border: '1.5px solid currentColor',
  fontWeight: 600,
  '[aria-current=step] > &': {
    color: theme.vars.palette.primary.contrastText,
    borderColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.primary.main,
  },
  [NARROW]: { display: 'none' },
}))

const Name = styled('span')({
  lineHeight: 1.25,
  [NARROW]: {
    ...unseen,
    whiteSpace: 'nowrap',
  },
})

// On phones it lies over the lower part of the bars' buttons, which are as tall as a thumb needs.
const Progress = styled('p')({
  display: 'none',
  position: 'absolute',
  top: 14,
  fontSize: '0.875rem',
  fontWeight: 600,
  pointerEvents: 'none',
  [NARROW]: { display: 'block' },
})

const Header = styled('nav')({ position: 'relative' })

type Props = {
  step: Step
  reached: Step
  /** For a registered patient step 2 has another name (specification, section 2). */
  isVerified: boolean
  /** Blocks leaving while a booking is being sent. */
  busy: boolean
  onOpen: (step: Step) => void
}

/**
 * Progress through the four steps; links to every step already reached (specification, section 2: 'Navigation').
 */
export function StepHeader({ step, reached, isVerified, busy, onOpen }: Props) {
  const { t } = useTranslation('booking')
  const nameOf = (number: Step) => t(number === 2 && isVerified ? 'steps.verified' : `steps.name.${number}`)
  return (
    <Header aria-label={t('steps.label')}>
      <Progress aria-hidden="true">{t('steps.progress', { step, name: nameOf(step) })}</Progress>
      <Steps>
        {STEPS.map((number) => (
          <li key={number}>
            <StepButton
              data-reached={number <= step}
              aria-current={number === step ? 'step' : undefined}
              {...(step === 2 && number === 1
                ? { as: 'a', href: addressOf(number), onClick: inApp(() => onOpen(number)) }
                : {
                    type: 'button',
                    disabled: busy || number > reached,
                    onClick: () => number !== step && onOpen(number),
                  })}
            >
              <Badge aria-hidden="true">{number < step ? '✓' : number}</Badge>
              <Name>{nameOf(number)}</Name>
            </StepButton>
          </li>
        ))}
      </Steps>
    </Header>
  )
}
