/** '14.5 MB', of a million bytes each; under 0.1 MB in kB. */
export function formatSize(bytes: number, language: string): string {
  const isSmall = bytes < 1e5
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: 1,
    minimumFractionDigits: isSmall ? 0 : 1,
  }).format(bytes / (isSmall ? 1e3 : 1e6))
}
