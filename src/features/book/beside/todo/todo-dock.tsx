import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Todo } from '../../../../../contract/todo.ts'
import { finishTodo, reopenTodo, type Todos, todosKey } from '../../../../api/todo.ts'
import { messageFor } from '../../../../http/message-for.ts'
import { authUserAtom } from '../../../../session/session-atoms.ts'
import { useMessages } from '../../../../ui/messages.ts'
import { useReach } from '../../../../ui/use-reach.ts'
import { visitColours } from '../../../../ui/visit-colours.ts'
import { useClinicNow } from '../../state/use-clinic-now.ts'
import { OfferCalls } from '../waiting-list/offer-call.tsx'
import { WaitingSection } from '../waiting-list/waiting-section.tsx'
import { OutcomeRow } from './outcome-row.tsx'
import { TodoRow } from './todo-row.tsx'
import { useTodo } from './use-todo.ts'
import { TODO_CHIP_ID } from './use-todo-place.ts'

const Dock = styled('aside')(({ theme }) => ({
  ...visitColours(theme),
  display: 'grid',
  gridTemplateRows: 'auto minmax(0, 1fr) auto',
  alignSelf: 'start',
  boxSizing: 'border-box',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.background.paper,
  fontSize: '0.875rem',
  lineHeight: '20px',
  '& > header': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 8,
    padding: '4px 4px 4px 16px',
  },
  '& h2': { fontSize: '1rem', outline: 'none' },
  '& h2 span': { fontWeight: 400, color: theme.vars.palette.text.secondary },
  '& .scroll': { overflowY: 'auto', overscrollBehavior: 'contain' },
  '& .nothing': { padding: '12px 16px 20px', color: theme.vars.palette.text.secondary },
  '& h3': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: 8,
    position: 'sticky',
    top: 0,
    zIndex: 2,
    padding: '7px 16px',
    borderBlock: `1px solid ${theme.vars.palette.divider}`,
    fontSize: '0.875rem',
    lineHeight: '20px',
    backgroundColor: theme.vars.palette.background.default,
    '& span': { color: theme.vars.palette.text.secondary },
  },
  '& ul': { listStyle: 'none', margin: 0, padding: 0 },
  '& .row': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 2,
    padding: '8px 8px 8px 16px',
    scrollMarginTop: 40,
  },
  '& .row + .row': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& .head': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: '0 12px',
    paddingInlineEnd: 8,
  },
  '& .when': { fontSize: '0.75rem', color: theme.vars.palette.text.secondary },
  '& .open': {
    padding: 0,
    border: 0,
    background: 'none',
    font: 'inherit',
    fontWeight: 600,
    color: 'inherit',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    '&:hover': { textDecoration: 'underline' },
  },
  '& .why': {
    display: 'flex',
    gap: 6,
    paddingInlineEnd: 8,
    color: 'var(--visit-ink)',
    '& > svg': { flex: 'none', marginTop: 2 },
  },
  '& .urgent': { fontSize: '0.75rem', color: theme.vars.palette.error.main },
  '& .words': { paddingInline: '22px 8px', overflowWrap: 'anywhere' },
  '& .acts': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0 4px',
    minHeight: 44,
  },
  '& .acts > .end': { display: 'flex', alignItems: 'center', gap: 4, marginInlineStart: 'auto' },
  '& .acts .MuiButton-root': {
    minHeight: 34,
    padding: '2px 12px',
    fontSize: '0.875rem',
    whiteSpace: 'nowrap',
  },
  '& .acts > .wide': { flex: '1 1 0' },
  '& .two': { gap: 8, paddingInlineEnd: 8 },
  '& .phone': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    minHeight: 44,
    fontSize: '1rem',
    fontWeight: 600,
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  },
  '& .acts > .quiet': { color: theme.vars.palette.text.secondary },
  '@media (pointer: coarse)': { '& .acts .MuiButton-root': { minHeight: 44 } },
  '@media print': { display: 'none' },
}))

type Props = {
  location: string
  /** Whether it fills the page. */
  isPage: boolean
  onClose: () => void
}

/** To-do list: patients without a time, patients to call, and appointments without an outcome. */
export function TodoDock({ location, isPage, onClose }: Props) {
  const { t } = useTranslation('todo')
  const now = useClinicNow()
  const { waiting, calls, outcomes, offers, entries, waits, count, isKnown } = useTodo(location, now)
  const finish = useCalled()
  const dock = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useReach(dock)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  const close = () => {
    onClose()
    requestAnimationFrame(() =>
      (document.getElementById(TODO_CHIP_ID) ?? document.getElementById('main'))?.focus({
        preventScroll: true,
      }),
    )
  }
  const section = (kind: 'waiting' | 'calls' | 'outcomes', rows: readonly ReactNode[]) =>
    rows.length > 0 && (
      <section aria-labelledby={`todo-${kind}`}>
        <h3 id={`todo-${kind}`}>
          {t(`section.${kind}`)} <span>{rows.length}</span>
        </h3>
        <ul>{rows}</ul>
      </section>
    )
  return (
    <Dock
      ref={dock}
      aria-labelledby={titleId}
      data-page={isPage || undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        // What is opened from here, a menu say, closes first: it is outside of this part of the page.
        if (dock.current?.contains(event.target as Node)) close()
      }}
    >
      <header>
        <h2 id={titleId} ref={title} tabIndex={-1}>
          {t('title')} {count > 0 && <span>{count}</span>}
        </h2>
        <IconButton aria-label={t('close')} onClick={close}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </header>
      <div className="scroll">
        <div role="status">
          {isKnown && count === 0 && <p className="nothing">{t('none')}</p>}
          {!isKnown && <p className="nothing">{t('loading')}</p>}
        </div>
        <OfferCalls entries={offers} today={now.today} />
        {section(
          'waiting',
          waiting.map((todo) => <TodoRow key={todo.id} of={todo} now={now} onCalled={finish} />),
        )}
        {section(
          'calls',
          calls.map((todo) => <TodoRow key={todo.id} of={todo} now={now} onCalled={finish} />),
        )}
        {section(
          'outcomes',
          outcomes.map((row) => <OutcomeRow key={row.id} of={row} now={now} />),
        )}
        <WaitingSection entries={entries} total={waits - offers.length} today={now.today} />
      </div>
    </Dock>
  )
}

/** Takes people off the list at once, and puts the last one back. */
function useCalled() {
  const { t } = useTranslation('todo')
  const client = useQueryClient()
  const { notify } = useMessages()
  const queryKey = todosKey(useAtomValue(authUserAtom)?.id ?? '')
  const again = () => void client.invalidateQueries({ queryKey })
  const failed = (error: unknown) => notify('error', messageFor(error, t('failed')))

  const undo = async (todo: Todo) => {
    await reopenTodo(todo.id).catch(failed)
    again()
  }
  return async (todo: Todo, note: string) => {
    // An answer that was asked for before would bring them back for a moment.
    await client.cancelQueries({ queryKey })
    client.setQueriesData<Todos>({ queryKey }, (held) => held && without(held, todo.id))
    try {
      await finishTodo(todo.id, note)
      notify('success', t('calledWas', { name: todo.appointment.name }), { undo: () => void undo(todo) })
    } catch (error) {
      failed(error)
    } finally {
      again()
    }
  }
}

function without({ todos, total }: Todos, id: string): Todos {
  const left = todos.filter((todo) => todo.id !== id)
  return { todos: left, total: total - (todos.length - left.length) }
}
