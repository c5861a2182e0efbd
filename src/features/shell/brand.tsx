import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { clinicName } from '../../build.ts'
import { paths } from '../../paths.ts'
import { TARGET_PX } from '../../theme/theme-components.ts'
import { Mark } from '../../ui/mark.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { bar, PHONE } from './bars.ts'

const Home = styled(PageLink)({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minWidth: TARGET_PX,
  minHeight: TARGET_PX,
  padding: '0 8px',
  borderRadius: 8,
  fontWeight: 600,
  textDecoration: 'none',
  color: bar('ink'),
  '& svg': { flex: 'none', color: bar('current') },
  // The letter is cut out of the mark and shows the bar.
  '& svg path + path': { stroke: bar('fill') },
  '&:focus-visible': { outlineOffset: -2 },
})

const Name = styled('span')({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  [PHONE]: { display: 'none' },
})

export function Brand() {
  const { t } = useTranslation('shell')
  return (
    <Home to={paths.home()} aria-label={t('topBar.home', { clinic: clinicName })} title={clinicName}>
      <Mark size={28} />
      <Name>{clinicName}</Name>
    </Home>
  )
}
