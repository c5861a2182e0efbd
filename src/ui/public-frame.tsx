import { styled } from '@mui/material/styles'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { buildYear, builtLanguages, clinicName } from '../build.ts'
import { mayHavePages } from '../device/stored-mark.ts'
import { hasStoredToken } from '../session/stored-token.ts'
import { useKnownClinic } from '../use-clinic.ts'
import { clinicYear } from './clinic-year.ts'
import { LanguageCorner } from './language-corner.tsx'
import { lazyModule, useLazyModule } from './lazy.tsx'
import { Mark } from './mark.tsx'

const Page = styled('div')({
  minHeight: '100dvh',
  display: 'flex',
  flexDirection: 'column',
  maxWidth: 720 + 2 * 16,
  margin: '0 auto',
  padding: '0 16px',
})

const Header = styled('header')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 16,
  minHeight: 64,
})

const Brand = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minWidth: 0,
  lineHeight: 1.25,
  color: theme.vars.palette.primary.main,
  '& svg': { flexShrink: 0 },
  '& span': { color: theme.vars.palette.text.primary, fontWeight: 600 },
}))

const Main = styled('main')({ flex: 1, padding: '8px 0 32px' })

const Footer = styled('footer')(({ theme }) => ({
  padding: '16px 0 24px',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  fontSize: '0.875rem',
  color: theme.vars.palette.text.secondary,
}))

type Props = {
  children: ReactNode
  /** False where there is no router, which our links need. */
  linksForStaff?: boolean
}

export function PublicFrame({ children, linksForStaff = true }: Props) {
  const StaffLinks = useStaffLinks(linksForStaff)
  return (
    <Page>
      <Header>
        <Brand>
          <Mark size={32} />
          <span>{clinicName}</span>
        </Brand>
        <Suspense>{StaffLinks && <StaffLinks />}</Suspense>
        {builtLanguages.length > 1 && <LanguageCorner />}
      </Header>
      <Main>{children}</Main>
      <Footer>
        © {useCurrentYear()} {clinicName}
      </Footer>
    </Page>
  )
}

const staffLinks = lazyModule(async () => (await import('./staff-links.tsx')).StaffLinks)

/** Only staff download them; the page works without. */
function useStaffLinks(wanted: boolean) {
  // Set after the first render, which must match the prerendered page.
  const [isStaff, setStaff] = useState(false)
  const links = useLazyModule(staffLinks, isStaff)
  useEffect(() => {
    if (wanted && hasStoredToken()) setStaff(true)
  }, [wanted])
  useEffect(() => {
    if (hasStoredToken() || !mayHavePages()) return
    import('../session/left-pages.ts').then(
      ({ forgetLeftPages }) => forgetLeftPages(),
      () => {},
    )
  }, [])
  return isStaff && links.status === 'ready' && links.module
}

/**
 * The year in clinic time; until that is known, and during hydration, the year of the build, as in the markup.
 */
function useCurrentYear(): number {
  const clinic = useKnownClinic()
  return clinic ? clinicYear(new Date(), clinic.timeZone) : buildYear
}
