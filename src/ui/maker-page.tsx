import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { Hint } from './card.tsx'
import { MAKER_ID } from './maker-focus.ts'
import { useMessages } from './messages.ts'
import { NeedsConnection, useDisabledWithout } from './needs-connection.tsx'
import { Intro, Page } from './page-parts.ts'
import { StatusAlert } from './status-alert.tsx'
import { useFreshStatus } from './use-fresh-status.ts'

/** At the right of the heading what the page is opened for most; below it where there is no room. */
const Top = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'start',
  justifyContent: 'space-between',
  gap: '12px 24px',
  '& > div': { flex: '1 1 320px' },
  '& > [aria-disabled=true]': { opacity: 0.5, cursor: 'not-allowed' },
})

type Props = {
  title: string
  /** What the things are for that are made here. */
  intro: ReactNode
  /** The word on the button that makes one. */
  make: string
  onMake: () => void
  /** Those there are, and the dialogs. */
  children: ReactNode
}

/** A page of what the clinic gives to other programs, which is made and ended here by the server alone. */
export function MakerPage({ title, intro, make, onMake, children }: Props) {
  useFreshStatus()
  const { clear } = useMessages()
  const disabled = useDisabledWithout()
  return (
    <Page>
      <Top>
        <Intro>
          <h1>{title}</h1>
          <Hint>{intro}</Hint>
        </Intro>
        <Button
          id={MAKER_ID}
          variant="contained"
          startIcon={<Plus size={18} aria-hidden="true" />}
          {...disabled}
          onClick={() => {
            if (disabled) return
            // The dialog shows the messages of what is done in it.
            clear()
            onMake()
          }}
        >
          {make}
        </Button>
      </Top>
      <StatusAlert />
      <NeedsConnection />
      {children}
    </Page>
  )
}
