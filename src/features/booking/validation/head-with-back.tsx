import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useSetAtom } from 'jotai'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../../ui/messages.ts'
import { QUESTION_ID } from '../state/first-steps.ts'
import { StepHeading } from '../step/step-heading.tsx'
import { verifyAtom } from './verify-atom.ts'

const Row = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'center',
  gap: 4,
  // The arrow itself, not its press area, is at the edge of the text.
  marginLeft: -10,
  marginBottom: 4,
})

/** The head of what follows the first question, with the way back to it (specification, section 4: 'Pending OTP'). */
export function HeadWithBack({ children }: { children: string }) {
  const { t } = useTranslation('verify')
  const dispatch = useSetAtom(verifyAtom)
  const { leave } = useMessages()
  function goBack() {
    leave()
    dispatch({ type: 'left' })
  }
  return (
    <Row>
      <IconButton aria-label={t('back')} color="inherit" onClick={goBack}>
        <ArrowLeft aria-hidden="true" />
      </IconButton>
      <StepHeading id={QUESTION_ID}>{children}</StepHeading>
    </Row>
  )
}
