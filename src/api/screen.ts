import { SCREEN_HEADER } from '../../contract/screen.ts'
import { placeAt } from '../paths.ts'

/** Says from which page a record is opened, for the audit trail: 'dashboard', or with its view, 'dashboard.day'. */
export function screenHeader(): Record<string, string> {
  const { pathname, search } = window.location
  const name = placeAt(pathname)?.name
  const view = new URLSearchParams(search).get('view')
  return name ? { [SCREEN_HEADER]: view ? `${name}.${view}` : name } : {}
}
