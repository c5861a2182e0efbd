import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trouble } from '../state/booking-state.ts'
import { searchingForProof } from './proof-texts.ts'

const Box = styled('div')(({ theme }) => ({
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
export function TroubleNote({ trouble, onStop }: { trouble: Trouble | null; onStop: () => void }) {
  const { t } = useTranslation('later')
  function end({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // This button goes; the focus stays with the one that sends again.
    currentTarget.form?.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
    onStop()
  }
  return (
    <Box data-trouble={trouble ?? undefined}>
      {/* Always there: what appears together with its words is not announced everywhere. */}
      <p role="status">
        {trouble === 'proof' ? searchingForProof() : trouble && t(`booked.trouble.${trouble}`)}
      </p>
      {trouble && (
        <Button variant="text" onClick={end}>
          {t('booked.stop')}
        </Button>
      )}
    </Box>
  )
}
