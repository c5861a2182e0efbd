import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { offeredCase } from '../../../../domain/start-case.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useTypedField } from '../state/use-field.ts'
import { ofPatient } from '../step/auto-complete.ts'

const Frame = styled('div')({
  position: 'relative',
  // Beside the label, where it moves nothing: what moves as a field is left takes the press that was meant for it.
  '& > button': {
    position: 'absolute',
    top: -10,
    right: 0,
    maxWidth: '60%',
    padding: '8px 0',
    fontSize: '0.875rem',
  },
  '& > button > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})

type Props = {
  name: 'firstName' | 'lastName'
  autoComplete: 'given-name' | 'family-name'
  autoFocus?: boolean
}

/** A name as somebody writes it. Capitals are offered where it has none, or nothing else. */
export function NameField({ name, autoComplete, autoFocus }: Props) {
  const { t } = useTranslation('booking')
  const field = useTypedField(name)
  const offered = field.locked ? null : offeredCase(field.value)
  return (
    <Frame>
      <TextField
        field={field}
        label={t(`personal.${name}`)}
        autoCapitalize="browser"
        autoComplete={ofPatient(autoComplete)}
        autoFocus={autoFocus}
      />
      {offered && <Offer id={field.id} name={offered} onTake={() => field.change(offered)} />}
    </Frame>
  )
}

function Offer({ id, name, onTake }: { id: string; name: string; onTake: () => void }) {
  const { t } = useTranslation('booking')
  function take() {
    const input = document.getElementById(id) as HTMLInputElement | null
    // This button goes; the focus stays at the name.
    input?.focus()
    if (input) input.value = name
    onTake()
  }
  return (
    <Button variant="text" onClick={take}>
      <span>{t('personal.writeAs', { name })}</span>
    </Button>
  )
}
