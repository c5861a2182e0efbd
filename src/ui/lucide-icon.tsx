import { type ComponentProps, createElement, type ReactElement } from 'react'

/** Hidden from screen readers unless its properties say otherwise. */
export type LucideIcon = (props: ComponentProps<'svg'> & { size?: number }) => ReactElement

/**
 * The component of an icon. `import Check from 'lucide:check'` is one: scripts/build/lucide.ts writes the call.
 * @public
 */
export const lucideIcon =
  (shapes: readonly [tag: string, attributes: Record<string, string>][]): LucideIcon =>
  ({ size = 24, ...props }) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...props}
    >
      {shapes.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
    </svg>
  )
