/** An 'e' cut out of a tooth-shaped shield. public/icons/mark.svg is the same drawing for the browser's tab. */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path fill="currentColor" d={SHIELD} />
      <path
        fill="none"
        stroke="var(--mui-palette-background-default)"
        strokeWidth="3.4"
        strokeLinecap="round"
        d={LETTER}
      />
    </svg>
  )
}

const SHIELD =
  'M16 1.5C10.5 1.5 3 3 3 11c0 6 1.6 9.4 2.8 13.2.9 3 1.8 6.3 4 6.3 2.6 0 2.5-5 6.2-5s3.6 5 6.2 5c2.2 0 3.1-3.3 4-6.3C27.4 20.4 29 17 29 11c0-8-7.5-9.5-13-9.5z'
const LETTER =
  'M10.2 13.9h11.4c0-3.7-2.3-6.2-5.7-6.2-3.4 0-5.8 2.6-5.8 6.2 0 3.8 2.5 6.3 6 6.3 1.9 0 3.5-.7 4.6-2'
