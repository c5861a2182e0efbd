import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { builtLanguages, clinicName } from '../build.ts'
import { paths } from '../paths.ts'
import { Card } from './card.tsx'
import { LanguageCorner } from './language-corner.tsx'
import { Mark } from './mark.tsx'
import { PageLink } from './page-link.tsx'
import { StatusAlert } from './status-alert.tsx'

const Page = styled('div')(({ theme }) => ({
  minHeight: '100dvh',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 440px)',
  // Slightly above the middle; on phones at the top, where the keyboard leaves room.
  alignContent: 'start',
  justifyContent: 'center',
  gap: 24,
  padding: '24px 16px 32px',
  [theme.breakpoints.up('sm')]: { paddingTop: 'max(32px, 12dvh)' },
}))

const Header = styled('header')({ justifySelf: 'center' })

const Brand = styled(PageLink)(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 10,
  minHeight: 44,
  color: theme.vars.palette.primary.main,
  textDecoration: 'none',
  '& > span': { color: theme.vars.palette.text.primary, fontWeight: 600 },
}))

const Main = styled(Card)(({ theme }) => ({ [theme.breakpoints.up('sm')]: { padding: 32 } }))

const Footer = styled('footer')({ display: 'grid' })

const Heading = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  '& > p': { color: theme.vars.palette.text.secondary },
}))

export const AccountLinks = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '0 16px',
  fontSize: '0.875rem',
  '& > a': { display: 'inline-grid', alignItems: 'center', minHeight: 44 },
  // Stands in line with the links' words.
  '& > button': { minHeight: 44, padding: 0, fontSize: 'inherit', fontWeight: 'inherit' },
  // Offsets the links, which are as high as a thumb.
  margin: '-8px 0 -12px',
})

type Props = { title: string; text?: string; children?: ReactNode }

export function AccountFrame({ title, text, children }: Props) {
  return (
    <Page>
      <Header>
        <Brand to={paths.home()}>
          <Mark size={36} />
          <span>{clinicName}</span>
        </Brand>
      </Header>
      <Main as="main">
        <Heading>
          <h1>{title}</h1>
          {text && <p>{text}</p>}
        </Heading>
        <StatusAlert />
        {children}
      </Main>
      {builtLanguages.length > 1 && (
        <Footer>
          <LanguageCorner />
        </Footer>
      )}
    </Page>
  )
}
