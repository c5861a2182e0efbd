import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Download from 'lucide-react/icons/download'
import { useTranslation } from 'react-i18next'
import { clinicName } from '../../../build.ts'
import { saveFile } from '../../../ui/save-file.ts'

const Codes = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  margin: 0,
  padding: 16,
  listStyle: 'none',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.divider}`,
  fontVariantNumeric: 'tabular-nums',
}))

const Box = styled('div')({ display: 'grid', gap: 16 })

/** Shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('factors')
  const save = () => {
    const text = [clinicName, t('recovery.title'), '', ...codes, ''].join('\n')
    saveFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))
  }
  return (
    <Box>
      <h2>{t('recovery.title')}</h2>
      <p>{t('recovery.text')}</p>
      <Codes aria-label={t('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      <Button variant="outlined" startIcon={<Download size={20} />} onClick={save}>
        {t('recovery.save')}
      </Button>
      <Button variant="contained" onClick={onDone}>
        {t('recovery.done')}
      </Button>
    </Box>
  )
}
