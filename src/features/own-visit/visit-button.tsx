import type { ComponentProps } from 'react'

type Look = {
  look?: 'contained' | 'outlined' | 'text'
  /** It takes something away. */
  danger?: boolean
}

/** A native button of the page. */
export function VisitButton({ look = 'text', danger, ...rest }: ComponentProps<'button'> & Look) {
  return (
    <button
      type="button"
      className="visit-button"
      data-look={look}
      data-danger={danger || undefined}
      {...rest}
    />
  )
}

/** A link that looks like a button. */
export function VisitLink({ look = 'text', children, ...rest }: ComponentProps<'a'> & Look) {
  return (
    <a className="visit-button" data-look={look} {...rest}>
      {children}
    </a>
  )
}
