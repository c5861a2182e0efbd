import { styled } from '@mui/material/styles'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { encode } from 'uqr'
import { Quiet } from '../../../ui/step-frame.tsx'

// Cameras need dark on light, in the dark design too.
const Picture = styled('svg')(({ theme }) => ({
  width: 200,
  height: 200,
  justifySelf: 'center',
  borderRadius: 8,
  color: theme.vars.palette.common.black,
  backgroundColor: theme.vars.palette.common.white,
}))

const Box = styled('div')({ display: 'grid', gap: 12 })

const Secret = styled('code')({
  fontFamily: 'inherit',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
})

/** What an authenticator app scans, or has typed into it. */
export function AppSecret({ secret, uri }: { secret: string; uri: string }) {
  const { t } = useTranslation('factors')
  const { size, path } = useMemo(() => {
    const { data, size } = encode(uri, { border: 2 })
    const dots = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size, path: dots.join('') }
  }, [uri])
  return (
    <Box>
      <p>{t('enrol.scan')}</p>
      <Picture
        role="img"
        aria-label={t('enrol.picture')}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
      >
        <path d={path} fill="currentColor" />
      </Picture>
      <Quiet>{t('enrol.type')}</Quiet>
      <Secret>{secret.match(/.{1,4}/g)?.join(' ')}</Secret>
    </Box>
  )
}
