import type { ReactNode } from 'react'

/** What surrounds the staff pages: top bar, menu, footer, settings panel. */
export function Shell({ children }: { children: ReactNode }) {
  return <main>{children}</main>
}
