import type { LucideIcon } from 'lucide-react'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import CalendarDays from 'lucide-react/icons/calendar-days'
import CalendarOff from 'lucide-react/icons/calendar-off'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import ChartColumn from 'lucide-react/icons/chart-column'
import Contact from 'lucide-react/icons/contact'
import ContactRound from 'lucide-react/icons/contact-round'
import FileText from 'lucide-react/icons/file-text'
import Folder from 'lucide-react/icons/folder'
import LayoutTemplate from 'lucide-react/icons/layout-template'
import ListTree from 'lucide-react/icons/list-tree'
import Mail from 'lucide-react/icons/mail'
import MapIcon from 'lucide-react/icons/map'
import MessageSquare from 'lucide-react/icons/message-square'
import Shapes from 'lucide-react/icons/shapes'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import Table from 'lucide-react/icons/table'
import TextCursorInput from 'lucide-react/icons/text-cursor-input'
import type { Right } from '../../../domain/rights.ts'
import type shell from '../../i18n/locales/en/shell.json'
import { paths } from '../../paths.ts'

export type PageEntry = { name: keyof typeof shell.menu.pages; path: string; Icon: LucideIcon }

const APPOINTMENTS: PageEntry = { name: 'appointments', path: paths.book(), Icon: CalendarPlus }
const BOOKED: PageEntry = { name: 'booked', path: paths.dashboard(), Icon: CalendarCheck }
const PATIENTS: PageEntry = { name: 'patients', path: paths.patients(), Icon: ContactRound }
const OVERVIEW: PageEntry = { name: 'overview', path: paths.overview(), Icon: ChartColumn }
const CONFIG: PageEntry = { name: 'config', path: paths.config(), Icon: CalendarOff }

/**
 * The pages in the menu: Appointments for everyone, Booked and Config for who may read the book (specification, section 2:
 * 'Top menu'), and ours for who has the right.
 */
export function pageEntries(may: (right: Right) => boolean): readonly PageEntry[] {
  const readsBook = may('book.read')
  return [
    APPOINTMENTS,
    ...(readsBook ? [BOOKED] : []),
    ...(may('patients.read') ? [PATIENTS] : []),
    ...(may('overview') ? [OVERVIEW] : []),
    ...(readsBook ? [CONFIG] : []),
  ]
}

/** An entry without a target yet; one with children can be expanded. */
export type PlaceholderEntry = {
  name: keyof typeof shell.menu.placeholders
  Icon?: LucideIcon
  children?: readonly PlaceholderEntry[]
}

/** Entries in the order of the specification, section 2: 'Left menu'. */
export const PLACEHOLDERS: readonly PlaceholderEntry[] = [
  { name: 'calendar', Icon: CalendarDays },
  { name: 'chat', Icon: MessageSquare },
  { name: 'fileManager', Icon: Folder },
  { name: 'ecommerce', Icon: ShoppingCart },
  { name: 'email', Icon: Mail },
  { name: 'invoices', Icon: FileText },
  { name: 'contacts', Icon: Contact },
  { name: 'uiElements', Icon: LayoutTemplate },
  { name: 'forms', Icon: TextCursorInput },
  { name: 'tables', Icon: Table },
  { name: 'charts', Icon: ChartColumn },
  { name: 'icons', Icon: Shapes },
  { name: 'maps', Icon: MapIcon },
  {
    name: 'multiLevel',
    Icon: ListTree,
    children: [
      { name: 'level11' },
      { name: 'level12', children: [{ name: 'level21' }, { name: 'level22' }] },
    ],
  },
]
