import { CHECKED } from './booking-form.ts'
import type { LineField } from './text-line.tsx'

/** A line of the panel to check. */
export function CheckLine({ field, label }: { field: LineField; label: string }) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={field.value !== ''}
        onChange={({ target }) => field.change(target.checked ? CHECKED : '')}
      />
      {label}
    </label>
  )
}
