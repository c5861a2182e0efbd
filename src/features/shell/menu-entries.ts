import type { LucideIcon } from 'lucide-react'
import {
  CalendarCheck,
  CalendarDays,
  CalendarOff,
  CalendarPlus,
  ChartColumn,
  Contact,
  ContactRound,
  FileText,
  Folder,
  LayoutTemplate,
  ListTree,
  Mail,
  MapIcon,
  MessageSquare,
  Shapes,
  ShoppingCart,
  Table,
  TextCursorInput,
} from 'lucide-react'
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

/** In the order of the specification, section 2: 'Left menu'. */
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
