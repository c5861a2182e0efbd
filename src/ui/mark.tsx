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
  'M16 1.5C10.5 1.5 3 3 3 11c0 6 1.6 9.4 2.8 13.2C6.700 27.200 7.600 30.500 9.800 30.500c2.600 0 2.500-5 6.200-5s3.600 5 6.200 5c2.200 0 3.100-3.300 4-6.300C27.400 20.400 29 17 29 11c0-8-7.500-9.500-13-9.500z'
const LETTER =
  'M10.200 13.900h11.400c0-3.700-2.300-6.200-5.700-6.200-3.400 0-5.800 2.600-5.800 6.200 0 3.800 2.500 6.300 6 6.300 1.900 0 3.500-.7 4.600-2'
