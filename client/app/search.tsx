// Searches the plants, and sorts them. The service does both, so they work for a collection of any size.
import { type RefObject, useId, useRef, useState } from 'react'
import { type Choice, choose, orders } from './browser-state.ts'
import { QuietButton } from './button.tsx'

/** After the last key, so that not each letter is a request. */
const pauseMs = 300

export function Search({ q = '', field }: { q: Choice['q']; field: RefObject<HTMLInputElement | null> }) {
  const id = useId()
  /** Until it is in the address. */
  const [typed, setTyped] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const text = typed ?? q

  function search(words: string, ms = pauseMs) {
    setTyped(words)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      choose('q', words.trim() === '' ? undefined : words)
      setTyped(undefined)
    }, ms)
  }

  return (
    <div className="filter search">
      <label htmlFor={id}>Search</label>
      <input
        ref={field}
        id={id}
        type="search"
        dir="auto"
        autoComplete="off"
        maxLength={200}
        placeholder="Names and tags"
        value={text}
        onChange={({ target }) => search(target.value)}
      />
      {text !== '' && (
        <QuietButton
          aria-label="Clear the search"
          onClick={() => {
            search('', 0)
            field.current?.focus()
          }}
        >
          Clear
        </QuietButton>
      )}
    </div>
  )
}

export function Sort({ sort, isSearch }: { sort: Choice['sort']; isSearch: boolean }) {
  const id = useId()
  return (
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
  )
}
