// The controls that choose which plants the list shows. The service searches and sorts, so a collection can have any size.
import { useId, useRef, useState } from 'react'
import { defaultSort, setParameter, sorts, useListParameters, useWindowEvent } from './browser-state.ts'
import { QuietButton } from './button.tsx'
import { tagListId } from './form.tsx'

/** Delay after the last key press in ms, so that not every letter sends a request. */
const debounceMs = 300

/** Returns a suggestion for plants without a tag that differs from every known tag. */
function suggestUntagged(tags: string[]): string {
  let name = 'Without a tag'
  while (tags.some((tag) => tag.toLowerCase() === name.toLowerCase())) name = `(${name})`
  return name
}

export const focusSearch = () => document.querySelector<HTMLInputElement>('[type="search"]')?.select()

/** Shows the controls. @param tags Tags of the loaded plants. Plants that are not loaded can have different tags. */
export function Filters({ tags }: { tags: string[] }) {
  const { q, tag, sort } = useListParameters()
  const id = useId()
  const unsorted = q === undefined ? defaultSort : ''
  const untagged = suggestUntagged(tag === undefined ? tags : [tag, ...tags])
  return (
    <div className="filters">
      <TextFilter
        label="Search"
        placeholder="Names and tags"
        value={q ?? ''}
        onSelect={(text) => setParameter('q', text.trim() === '' ? undefined : text)}
        clearLabel="Clear the search"
      />
      <TextFilter
        label="Tag"
        placeholder="Any tag"
        suggestions={[untagged, ...tags]}
        value={tag === '' ? untagged : (tag ?? '')}
        onSelect={(text) => setParameter('tag', text === untagged ? '' : text || undefined)}
        clearLabel="Clear the tag"
      />
      <div className="filter">
        <label htmlFor={id}>Sort</label>
        <select
          id={id}
          value={sort ?? unsorted}
          onChange={({ target: { value } }) => setParameter('sort', value === unsorted ? undefined : value)}
        >
          {q !== undefined && <option value={unsorted}>Matching word</option>}
          {sorts.map(([value, name]) => (
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
  /** While the user types, only a complete suggestion is applied: a part of a tag is a different tag. */
  suggestions?: string[]
  /** Text in the URL. */
  value: string
  onSelect: (text: string) => void
  /** Name of the button that empties the field. */
  clearLabel: string
}

function TextFilter({ label, placeholder, suggestions, value, onSelect, clearLabel }: TextFilterProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  /** Text that is not in the URL yet. */
  const [typed, setTyped] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const text = typed ?? value

  // After Back, the typed text belongs to a different history entry. The event of `setParameter` is not trusted.
  useWindowEvent('popstate', ({ isTrusted }) => {
    if (!isTrusted) return
    clearTimeout(timer.current)
    setTyped(undefined)
  })

  function change(input: string) {
    setTyped(input)
    clearTimeout(timer.current)
    const isComplete = suggestions === undefined || input === '' || suggestions.includes(input)
    if (isComplete) timer.current = setTimeout(() => apply(input), debounceMs)
  }

  function apply(input: string) {
    clearTimeout(timer.current)
    const isMatch = (suggestion: string) => suggestion.toLowerCase() === input.toLowerCase()
    onSelect(suggestions?.includes(input) ? input : (suggestions?.find(isMatch) ?? input))
    setTyped(undefined)
  }

  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        type="search"
        list={suggestions && `${id}-suggestions`}
        dir="auto"
        autoComplete="off"
        maxLength={200}
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => change(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && apply(text)}
        onBlur={() => typed !== undefined && apply(typed)}
      />
      {suggestions && <DataList id={`${id}-suggestions`} values={suggestions} />}
      {text !== '' && (
        <QuietButton
          aria-label={clearLabel}
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
