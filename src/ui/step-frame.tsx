import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { builtLanguages, clinicName } from '../build.ts'
import { Card } from './card.tsx'
import { LanguageCorner } from './language-corner.tsx'
import { Mark } from './mark.tsx'
import { StatusAlert } from './status-alert.tsx'

const Page = styled('div')(({ theme }) => ({
  minHeight: '100dvh',
  display: 'grid',
  gridTemplateRows: 'auto 1fr auto',
  gap: 24,
  padding: '12px 16px 24px',
  [theme.breakpoints.up('sm')]: { padding: '24px 24px 24px' },
}))

const Header = styled('header')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 16,
  minHeight: 44,
})

const Brand = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  color: theme.vars.palette.primary.main,
  '& span': { color: theme.vars.palette.text.primary, fontWeight: 600 },
}))

const Middle = styled('main')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 440px)',
  justifyContent: 'center',
  alignContent: 'start',
  [theme.breakpoints.up('sm')]: { alignContent: 'center' },
}))

const Body = styled(Card)(({ theme }) => ({
  gap: 20,
  [theme.breakpoints.up('sm')]: { padding: 32, gap: 20 },
}))

const Heading = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  overflowWrap: 'anywhere',
  '& > p': { color: theme.vars.palette.text.secondary },
}))

const Foot = styled('footer')(({ theme }) => ({
  textAlign: 'center',
  fontSize: '0.875rem',
  color: theme.vars.palette.text.secondary,
}))

type Props = { title?: string; text?: string | undefined; foot?: string; children: ReactNode }

/** Page with one card: the steps between a password and the clinic. */
export function StepFrame({ title, text, foot, children }: Props) {
  return (
    <Page>
      <Header>
        <Brand>
          <Mark size={32} />
          <span>{clinicName}</span>
        </Brand>
        {builtLanguages.length > 1 && <LanguageCorner />}
      </Header>
      <Middle>
        <Body>
          {title && (
            <Heading>
              <h1>{title}</h1>
              {text && <p>{text}</p>}
            </Heading>
          )}
          <StatusAlert />
          {children}
        </Body>
      </Middle>
      <Foot>{foot}</Foot>
    </Page>
  )
}

/** The ways on, under a form, as text. */
export const WaysOn = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '0 16px',
  marginBottom: -12,
  '& > button': { minWidth: 0, minHeight: 44, padding: 0, fontSize: '0.875rem' },
})

/** A way that is one press, and what it asks for. */
export const Way = styled('div')({
  display: 'grid',
  gap: 8,
  '& > button': { minHeight: 48 },
})

export const Quiet = styled('p')(({ theme }) => ({
  fontSize: '0.875rem',
  color: theme.vars.palette.text.secondary,
}))
