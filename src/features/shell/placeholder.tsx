import { styled } from '@mui/material/styles'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { unseen } from '../../theme/unseen.ts'
import { bar, ICON_PX } from './bars.ts'
import { HintedItem } from './hint.tsx'
import type { PlaceholderEntry } from './menu-entries.ts'
import { holdsCurrent } from './menu-tree.ts'
import { Label, row } from './side-menu-row.ts'
import { Soon } from './soon.tsx'

const Quiet = styled('div')({
  ...row,
  minHeight: 36,
  cursor: 'default',
  '[data-size=sm] & small': unseen,
})

const Branch = styled('button')({
  // Before the row, which sets its own size.
  font: 'inherit',
  ...row,
  border: 0,
  background: 'none',
  cursor: 'pointer',
  '&:hover': { color: bar('ink'), backgroundColor: bar('hover') },
  '&:focus-visible': { outlineOffset: -2 },
  '& > svg:last-child': { transition: 'transform 150ms' },
  '&[aria-expanded=true] > svg:last-child': { transform: 'rotate(180deg)' },
})

const Below = styled('ul')({ '&&': { paddingLeft: 20 } })

type Props = { entry: PlaceholderEntry; isBare: boolean }

/** Not clickable, since it leads nowhere yet; a tree can be expanded. */
export function Placeholder({ entry, isBare }: Props) {
  const { t } = useTranslation('shell')
  const name = t(`menu.placeholders.${entry.name}`)
  if (entry.children && !isBare) return <PlaceholderTree entry={entry} name={name} />
  return (
    <HintedItem text={isBare ? t('soonLong', { name }) : null}>
      <Quiet>
        {entry.Icon && <entry.Icon size={ICON_PX} />}
        <Label>{name}</Label>
        <Soon />
      </Quiet>
    </HintedItem>
  )
}

function PlaceholderTree({ entry, name }: { entry: PlaceholderEntry; name: string }) {
  const id = useId()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(holdsCurrent(entry, pathname))
  return (
    <li>
      <Branch type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {entry.Icon && <entry.Icon size={ICON_PX} />}
        <Label>{name}</Label>
        <ChevronDown size={16} />
      </Branch>
      <Below id={id} hidden={!isOpen}>
        {entry.children?.map((child) => (
          <Placeholder key={child.name} entry={child} isBare={false} />
        ))}
      </Below>
    </li>
  )
}
