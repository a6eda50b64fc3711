// The controls that choose which plants the list shows. The service does the work, so they work for a collection of any size.
import { useId, useRef, useState } from 'react'
import { type Choice, choose, orders } from './browser-state.ts'
import { QuietButton } from './button.tsx'
import { tagListId } from './field.tsx'

/** After the last key, so that not each letter is a request. */
const pauseMs = 300

const untagged = 'Without a tag'

interface FiltersProps {
  choice: Choice
  isSearch: boolean
  /** The tags of the plants that have been read. Other plants can have other tags. */
  tags: string[]
}

export const focusSearch = () => document.querySelector<HTMLElement>('[type="search"]')?.focus()

export function Filters({ choice: { q = '', tag, sort }, isSearch, tags }: FiltersProps) {
  const id = useId()
  const tagOptions = tags.map((name) => <option key={name} value={name} />)
  return (
    <div className="filters">
      <TextFilter
        label="Search"
        placeholder="Names and tags"
        chosen={q}
        onChoose={(text) => choose('q', text.trim() === '' ? undefined : text)}
        clear="Clear the search"
      />
      <TextFilter
        label="Show"
        placeholder="All plants"
        list={`${id}-tags`}
        chosen={tag === '' ? untagged : (tag ?? '')}
        onChoose={(text) => choose('tag', text === untagged ? '' : text || undefined)}
        clear="Clear the tag"
      />
      <div className="filter">
        <label htmlFor={id}>Sort</label>
        <select id={id} value={sort ?? ''} onChange={({ target }) => choose('sort', target.value || undefined)}>
          <option value="">{isSearch ? 'Matching word' : 'Order added'}</option>
          {orders.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <datalist id={`${id}-tags`}>
        <option value={untagged} />
        {tagOptions}
      </datalist>
      <datalist id={tagListId}>{tagOptions}</datalist>
    </div>
  )
}

interface TextFilterProps {
  label: string
  placeholder: string
  /** The id of a list of suggestions. */
  list?: string
  /** What the address says. */
  chosen: string
  onChoose: (text: string) => void
  /** The name of the button that empties the field. */
  clear: string
}

function TextFilter({ label, placeholder, list, chosen, onChoose, clear }: TextFilterProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  /** Until it is in the address. */
  const [typed, setTyped] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const text = typed ?? chosen

  function change(words: string, ms = pauseMs) {
    setTyped(words)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      onChoose(words)
      setTyped(undefined)
    }, ms)
  }

  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        type="search"
        list={list}
        dir="auto"
        autoComplete="off"
        maxLength={200}
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      {text !== '' && (
        <QuietButton
          aria-label={clear}
          onClick={() => {
            change('', 0)
            field.current?.focus()
          }}
        >
          Clear
        </QuietButton>
      )}
    </div>
  )
}
