import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../../i18n/languages.ts'
import { Card, Hint } from '../../../ui/card.tsx'
import { useOnline } from '../../../ui/use-online.ts'
import { useClinic } from '../../../use-clinic.ts'
import { bookingAtom } from '../state/booking-atom.ts'
import type { Trouble } from '../state/booking-state.ts'
import type { Step } from '../state/steps.ts'
import { CallClinic } from '../step/call-clinic.tsx'
import { PrivacyLink } from '../step/privacy-link.tsx'
import { StepForm } from '../step/step-form.tsx'
import { StepHeading } from '../step/step-heading.tsx'
import { searchingForProof } from './proof-texts.ts'
import { type Summary, summaryOf } from './summary.ts'
import { useSubmitBooking } from './use-submit-booking.ts'

const List = styled('dl')({ margin: 0, display: 'grid' })

const Row = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: 16,
  padding: '12px 0',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '120px minmax(0, 1fr) auto' },
}))

const Term = styled('dt')(({ theme }) => ({
  fontSize: '0.875rem',
  color: theme.vars.palette.text.secondary,
  [theme.breakpoints.up('sm')]: { fontSize: '1rem' },
}))

const Lines = styled('dd')(({ theme }) => ({
  margin: 0,
  gridColumn: '1 / -1',
  overflowWrap: 'anywhere',
  '& > p:first-of-type': { fontWeight: 600 },
  '& > p + p': { color: theme.vars.palette.text.secondary },
  '&[data-free-text] > p': { fontWeight: 400, whiteSpace: 'pre-line' },
  [theme.breakpoints.up('sm')]: { gridColumn: 2 },
}))

// Its press area is larger than its line.
const Action = styled('dd')(({ theme }) => ({
  gridColumn: 2,
  gridRow: 1,
  margin: '-10px -12px -12px 0',
  '& > button': { padding: '8px 12px' },
  [theme.breakpoints.up('sm')]: { gridColumn: 3 },
}))

const Warning = styled('p')(({ theme }) => ({
  padding: 16,
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.warning.main}`,
  backgroundColor: theme.vars.palette.warning.light,
}))

const STEP_OF_PART: Record<keyof Summary, Step> = { who: 2, what: 3, when: 3, where: 2, complaint: 3 }

/** Step 4: a last look, then Submit (specification, section 2: 'Step 4'). */
export function ConfirmationStep({ onOpen }: { onOpen: (step: Step) => void }) {
  const clinic = useClinic()
  const { t, i18n } = useTranslation(['later', 'booking'])
  const { form, patient, attempt, sending, trouble, isBeside } = useAtomValue(bookingAtom)
  const isOnline = useOnline()
  const { submit, stop } = useSubmitBooking()
  const summary = summaryOf(form, clinic, t, isoLanguage(i18n.language), patient)
  const parts = (Object.keys(summary) as (keyof Summary)[]).filter((part) => summary[part].length > 0)
  const isLost = attempt?.state === 'unanswered'
  // With one location there is nothing to change about where.
  const canChange = (part: keyof Summary) => part !== 'where' || clinic.offeredLocations.length > 1

  return (
    <StepForm
      onPrevious={() => onOpen(3)}
      onNext={() => void submit()}
      next={t(sending ? 'booking:nav.submitting' : 'booking:nav.submit')}
      busy={sending}
      note={
        <>
          <BesideNote
            isAsked={isBeside}
            onBoth={() => void submit({ override: true })}
            onOther={() => onOpen(3)}
          />
          <TroubleNote trouble={trouble} onStop={stop} />
        </>
      }
    >
      <Card>
        <div>
          <StepHeading>{t('confirm.title')}</StepHeading>
          <Hint>{t('confirm.intro')}</Hint>
        </div>
        <List>
          {parts.map((part) => (
            <Row key={part}>
              <Term>{t(`confirm.${part}`)}</Term>
              <Lines data-free-text={part === 'complaint' || undefined}>
                {summary[part].map((line) => (
                  <p key={line}>{line}</p>
                ))}
              </Lines>
              {canChange(part) && (
                <Action>
                  <Button
                    variant="text"
                    disabled={sending}
                    aria-label={t('confirm.changeWhat', { part: t(`confirm.${part}`) })}
                    onClick={() => onOpen(STEP_OF_PART[part])}
                  >
                    {t('confirm.change')}
                  </Button>
                </Action>
              )}
            </Row>
          ))}
        </List>
        {sending ? null : !isOnline ? (
          <Warning role="status">{t('confirm.offline')}</Warning>
        ) : (
          isLost && <Warning role="status">{t('confirm.lost')}</Warning>
        )}
        <p>
          {t('confirm.consent')} <PrivacyLink />
        </p>
        <CallClinic />
      </Card>
    </StepForm>
  )
}

const Box = styled('div')(({ theme }) => ({
  '&:not(:empty)': {
    marginBottom: 12,
    padding: 16,
    borderRadius: 8,
    border: `1px solid ${theme.vars.palette.warning.main}`,
    backgroundColor: theme.vars.palette.warning.light,
  },
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 12 },
}))

type Props = { isAsked: boolean; onBoth: () => void; onOther: () => void }

/** Asks a patient who has another visit at the chosen time whether this one is meant as well. */
function BesideNote({ isAsked, onBoth, onOther }: Props) {
  const { t } = useTranslation('later')
  return (
    // Always there: what appears together with its words is not announced everywhere.
    <Box role="alert">
      {isAsked && (
        <>
          <p>{t('booked.beside.question')}</p>
          <div>
            <Button variant="contained" onClick={onOther}>
              {t('booked.beside.other')}
            </Button>
            <Button variant="outlined" onClick={onBoth}>
              {t('booked.beside.both')}
            </Button>
          </div>
        </>
      )}
    </Box>
  )
}

const TroubleBox = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  '&[data-trouble]': {
    marginBottom: 12,
    padding: '8px 8px 8px 16px',
    borderRadius: 8,
    border: `1px solid ${theme.vars.palette.divider}`,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& > p': { flex: '1 1 200px' },
  '& > button': { marginLeft: 'auto' },
}))

/** Says beside Submit that it goes on by itself, and lets one end that. */
function TroubleNote({ trouble, onStop }: { trouble: Trouble | null; onStop: () => void }) {
  const { t } = useTranslation('later')
  function end({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // This button goes; the focus stays with the one that sends again.
    currentTarget.form?.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
    onStop()
  }
  return (
    <TroubleBox data-trouble={trouble ?? undefined}>
      {/* Always there: what appears together with its words is not announced everywhere. */}
      <p role="status">
        {trouble === 'proof' ? searchingForProof() : trouble && t(`booked.trouble.${trouble}`)}
      </p>
      {trouble && (
        <Button variant="text" onClick={end}>
          {t('booked.stop')}
        </Button>
      )}
    </TroubleBox>
  )
}
