// The controls that choose which plants the list shows. The service searches and sorts, so a collection can have any size.
import { useId, useRef, useState } from 'react'
import { choose, defaultSort, orders, useChoice, useWindowEvent } from './browser-state.ts'
import { QuietButton } from './button.tsx'
import { tagListId } from './form.tsx'

/** Delay after the last key press, so that not every letter sends a request. */
const pauseMs = 300

/** Returns a name for the choice of untagged plants that differs from every known tag. */
function nameUntagged(tags: string[]): string {
  let name = 'Without a tag'
  while (tags.some((tag) => tag.toLowerCase() === name.toLowerCase())) name = `(${name})`
  return name
}

export const focusSearch = () => document.querySelector<HTMLInputElement>('[type="search"]')?.select()

/** Shows the controls. @param tags Tags of the plants that have been read. Other plants can have other tags. */
export function Filters({ tags }: { tags: string[] }) {
  const { q, tag, sort } = useChoice()
  const id = useId()
  const unsorted = q === undefined ? defaultSort : ''
  const untagged = nameUntagged(tag === undefined ? tags : [tag, ...tags])
  return (
    <div className="filters">
      <TextFilter
        label="Search"
        placeholder="Names and tags"
        selected={q ?? ''}
        onChoose={(text) => choose('q', text.trim() === '' ? undefined : text)}
        clear="Clear the search"
      />
      <TextFilter
        label="Show"
        placeholder="All plants"
        choices={[untagged, ...tags]}
        selected={tag === '' ? untagged : (tag ?? '')}
        onChoose={(text) => choose('tag', text === untagged ? '' : text || undefined)}
        clear="Clear the tag"
      />
      <div className="filter">
        <label htmlFor={id}>Sort</label>
        <select
          id={id}
          value={sort ?? unsorted}
          onChange={({ target: { value } }) => choose('sort', value === unsorted ? undefined : value)}
        >
          {q !== undefined && <option value={unsorted}>Matching word</option>}
          {orders.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <DataList id={tagListId} values={tags} />
    </div>
  )
}

interface TextFilterProps {
  label: string
  placeholder: string
  /** Suggestions. During typing, only a whole suggestion is chosen: part of a tag is another tag. */
  choices?: string[]
  /** Text in the address. */
  selected: string
  onChoose: (text: string) => void
  /** Name of the button that empties the field. */
  clear: string
}

function TextFilter({ label, placeholder, choices, selected, onChoose, clear }: TextFilterProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  /** Text that is not in the address yet. */
  const [typed, setTyped] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const text = typed ?? selected

  // Back leaves the choice to which the typed text belongs. `choose` dispatches an event of this type, too.
  useWindowEvent('popstate', ({ isTrusted }) => {
    if (!isTrusted) return
    clearTimeout(timer.current)
    setTyped(undefined)
  })

  function change(words: string) {
    setTyped(words)
    clearTimeout(timer.current)
    const isWhole = choices === undefined || words === '' || choices.includes(words)
    if (isWhole) timer.current = setTimeout(() => apply(words), pauseMs)
  }

  function apply(words: string) {
    clearTimeout(timer.current)
    const isSame = (choice: string) => choice.toLowerCase() === words.toLowerCase()
    onChoose(choices?.includes(words) ? words : (choices?.find(isSame) ?? words))
    setTyped(undefined)
  }

  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        type="search"
        list={choices && `${id}-choices`}
        dir="auto"
        autoComplete="off"
        maxLength={200}
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => change(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && apply(text)}
        onBlur={() => typed !== undefined && apply(typed)}
      />
      {choices && <DataList id={`${id}-choices`} values={choices} />}
      {text !== '' && (
        <QuietButton
          aria-label={clear}
          onClick={() => {
            apply('')
            field.current?.focus()
          }}
        >
          ✕
        </QuietButton>
      )}
    </div>
  )
}

function DataList({ id, values }: { id: string; values: string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  )
}
