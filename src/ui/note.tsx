import { styled } from '@mui/material/styles'
import type { MessageKind } from './messages.ts'

/** A sign accompanies the colour, for people who do not see it. */
export const Note = styled('div', { shouldForwardProp: (prop) => prop !== 'kind' })<{ kind: MessageKind }>(
  ({ theme, kind }) => ({
    display: 'flex',
    alignItems: 'flex-start',
    gap: 12,
    padding: '12px 16px',
    borderRadius: 8,
    border: '1px solid currentColor',
    fontWeight: 600,
    color: theme.vars.palette[kind].main,
    backgroundColor: theme.vars.palette[kind].light,
    // Names and addresses may have no place to break.
    overflowWrap: 'anywhere',
    // A long text must not squeeze the sign.
    '& > svg': { flex: 'none' },
  }),
)

const DRAWINGS: Record<MessageKind, string> = {
  success: 'M6 10.5l3 3 5.5-6.5',
  error: 'M10 5.5v5.5M10 14v.5',
  info: 'M10 9v5.5M10 5.5v.5',
}

export function NoteSign({ kind }: { kind: MessageKind }) {
  return (
    <svg width="24" height="24" viewBox="0 0 20 20" fill="none" stroke="currentColor" aria-hidden="true">
      <circle cx="10" cy="10" r="8.5" strokeWidth="1.5" />
      <path d={DRAWINGS[kind]} strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
