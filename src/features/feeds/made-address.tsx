import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogFoot } from '../../ui/dialog-body.tsx'
import { controlLook } from '../../ui/form/labelled.tsx'

const Address = styled('div')({
  display: 'grid',
  gap: 6,
  '& > label': { fontSize: '0.875rem', fontWeight: 600 },
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: 8 },
  '& input': { flex: '1 1 220px' },
})

const Line = styled('input')(controlLook)

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
  const id = useId()
  const line = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  // The field that had the focus is gone with the form.
  useEffect(() => line.current?.select(), [])

  async function copy() {
    line.current?.select()
    try {
      await navigator.clipboard.writeText(address)
      setCopied('yes')
    } catch {
      // Without HTTPS, or where the browser was told so, people copy what is selected.
      setCopied('no')
    }
  }

  return (
    <>
      <Address>
        <label htmlFor={id}>{t('made.address')}</label>
        <div>
          <Line ref={line} id={id} readOnly value={address} onFocus={({ target }) => target.select()} />
          <Button variant="contained" onClick={() => void copy()}>
            {t('made.copy')}
          </Button>
        </div>
        <p role="status">{copied === null ? '' : t(copied === 'yes' ? 'made.copied' : 'made.notCopied')}</p>
      </Address>
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
