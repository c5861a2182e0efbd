import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { DialogFoot } from '../../../ui/dialog-body.tsx'
import { CopyLine } from '../../../ui/form/copy-line.tsx'

const Programs = styled('dl')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  margin: 0,
  '& > dt': { fontWeight: 600 },
  '& > dd': { margin: '0 0 8px', color: theme.vars.palette.text.secondary },
}))

const PROGRAMS = ['google', 'apple', 'outlook'] as const

/** The address of a feed that has just been made, and what to do with it in which program. */
export function MadeAddress({ address, onClose }: { address: string; onClose: () => void }) {
  const { t } = useTranslation('feeds')
  const texts = { copy: t('made.copy'), copied: t('made.copied'), notCopied: t('made.notCopied') }
  return (
    <>
      <CopyLine label={t('made.address')} value={address} texts={texts} />
      <p>{t('made.once')}</p>
      <Programs>
        {PROGRAMS.map((program) => [
          <dt key={program}>{t(`made.${program}`)}</dt>,
          <dd key={`${program}-how`}>{t(`made.${program}How`)}</dd>,
        ])}
      </Programs>
      <DialogFoot>
        <Button variant="outlined" onClick={onClose}>
          {t('made.done')}
        </Button>
      </DialogFoot>
    </>
  )
}
