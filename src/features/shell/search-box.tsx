import { styled } from '@mui/material/styles'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { MAX_LENGTH, SEARCH_FROM } from '../../../contract/fields.ts'
import { BarButton, bar, ICON_PX, PHONE } from './bars.ts'

const Form = styled('form')({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  // It shrinks before the clinic's name does.
  flex: '0 100 320px',
  minWidth: 160,
  '& > svg': { position: 'absolute', left: 12, pointerEvents: 'none', color: bar('soft') },
  // On a phone it covers the bar while open.
  [PHONE]: {
    position: 'absolute',
    inset: 0,
    zIndex: 1,
    gap: 4,
    padding: '0 8px',
    backgroundColor: bar('fill'),
    '&[data-open=false]': { display: 'none' },
    '& > svg': { left: 20 },
  },
})

const Field = styled('input')({
  width: '100%',
  minWidth: 0,
  height: 44,
  padding: '0 12px 0 40px',
  borderRadius: 8,
  border: `1px solid ${bar('control')}`,
  font: 'inherit',
  fontSize: '0.875rem',
  color: bar('ink'),
  backgroundColor: bar('hover'),
  textOverflow: 'ellipsis',
  '&::placeholder': { color: bar('soft'), opacity: 1 },
  '&::-webkit-search-cancel-button': { display: 'none' },
  '&:focus-visible': { outlineOffset: -1 },
})

/** The key that leads here (action-surfaces.tsx), where there are keys and it is empty. */
const KeyHint = styled('kbd')({
  position: 'absolute',
  right: 12,
  padding: '0 7px',
  borderRadius: 4,
  border: `1px solid ${bar('control')}`,
  font: 'inherit',
  fontSize: '0.75rem',
  lineHeight: '18px',
  color: bar('soft'),
  pointerEvents: 'none',
  'input:focus + &, input:not(:placeholder-shown) + &': { display: 'none' },
  '@media (hover: none)': { display: 'none' },
  [PHONE]: { display: 'none' },
})

const OnPhone = styled(BarButton)({ display: 'none', [PHONE]: { display: 'inline-flex' } })

const SEARCH_KEY = '/'

/** A search begins when so many milliseconds have passed since the last key. */
const TYPED_MS = 250

type Props = {
  /** Search of the shown page; empty: none. */
  searched: string
  /** Names the step of history that is shown. */
  step: string
  /** @param text empty: nothing is searched for any more */
  onSearch: (text: string) => void
}

/** Searches as one types. On a phone a button opens it; Escape closes it. */
export function SearchBox({ searched, step, onSearch }: Props) {
  const { t } = useTranslation('shell')
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState(searched)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOwnStep = useRef(false)
  const field = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  const latest = useRef({ searched, onSearch })
  useEffect(() => {
    latest.current = { searched, onSearch }
  })
  useEffect(() => () => clearTimeout(typing.current), [])
  // Another page, Back, a reload: the box says what is searched for there. Its own step may be behind what is typed since.
  useEffect(() => {
    if (isOwnStep.current) {
      isOwnStep.current = false
      return
    }
    // A page that was asked for before comes in while somebody types.
    if (typing.current !== undefined && document.activeElement === field.current) return
    clearTimeout(typing.current)
    typing.current = undefined
    setText(latest.current.searched)
  }, [step])

  const search = (wanted: string) => {
    clearTimeout(typing.current)
    typing.current = undefined
    if (wanted === latest.current.searched) return
    isOwnStep.current = true
    latest.current.onSearch(wanted)
  }
  const type = (typed: string) => {
    setText(typed)
    clearTimeout(typing.current)
    const wanted = typed.trim()
    typing.current = setTimeout(() => search(wanted.length < SEARCH_FROM ? '' : wanted), TYPED_MS)
  }
  const open = () => {
    // Flushed: a hidden field cannot take the focus, and a phone opens its keyboard only during the press.
    flushSync(() => setOpen(true))
    field.current?.focus()
  }
  const close = () => {
    flushSync(() => setOpen(false))
    opener.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setOpen(false)
    search(text.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) close()
  }

  return (
    <>
      <OnPhone ref={opener} type="button" aria-label={t('search.open')} aria-expanded={isOpen} onClick={open}>
        <Search size={ICON_PX} />
      </OnPhone>
      <Form role="search" data-open={isOpen} onSubmit={submit} onKeyDown={onKeyDown}>
        <Search size={18} />
        <Field
          ref={field}
          type="search"
          value={text}
          onChange={({ target }) => type(target.value)}
          // A search can be a patient's name, which must not be suggested to the next person.
          autoComplete="off"
          maxLength={MAX_LENGTH.search}
          enterKeyHint="search"
          aria-label={t('search.label')}
          placeholder={t('search.hint')}
        />
        <KeyHint aria-hidden="true">{SEARCH_KEY}</KeyHint>
        <OnPhone type="button" aria-label={t('search.close')} onClick={close}>
          <X size={ICON_PX} />
        </OnPhone>
      </Form>
    </>
  )
}
