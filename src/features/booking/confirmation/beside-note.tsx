import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'

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
export function BesideNote({ isAsked, onBoth, onOther }: Props) {
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
