// Chooses which plants the list shows: all, those with one tag, or those without a tag. A combobox (WAI-ARIA 1.2).
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { type Choice, choose } from './browser-state.ts'
import { QuietButton } from './button.tsx'

interface TagFilterProps {
  tag: Choice['tag']
  /** The tags of the plants that have been read. */
  tags: string[]
  /** Whether the person has no other tags. */
  hasAllTags: boolean
}

const all = { label: 'All plants', tag: undefined }
const untagged = { label: 'Without a tag', tag: '' }

export function TagFilter({ tag, tags, hasAllTags }: TagFilterProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  /** While the list is open. */
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const isOpen = typed !== undefined
  const words = (typed ?? '').trim().toLowerCase()
  const known = tags.map((name) => ({ label: name, tag: name }))
  const found = [all, untagged, ...known].filter(({ label }) => label.toLowerCase().includes(words))
  // A tag can be in a plant that this page has not read.
  const isKnown = words === '' || known.some(({ label }) => label === typed)
  const choices = isKnown ? found : [...found, { label: `The tag “${typed}”`, tag: typed }]
  const current = [all, untagged].find((choice) => choice.tag === tag)?.label ?? tag

  function open(text: string, index = 0) {
    setTyped(text)
    setActive(index)
  }

  function take(choice: (typeof choices)[number] | undefined) {
    setTyped(undefined)
    if (choice) choose('tag', choice.tag)
  }

  function showAll() {
    choose('tag', undefined)
    // The button disappears.
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (isOpen) setActive((active + step + choices.length) % choices.length)
      else open('')
    } else if (event.key === 'Enter' && isOpen) take(choices[active])
    else if (event.key === 'Escape') setTyped(undefined)
  }

  return (
    <div className="filter">
      <label htmlFor={id}>Show</label>
      <div className="combobox">
        <input
          ref={input}
          id={id}
          role="combobox"
          dir="auto"
          autoComplete="off"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
          value={typed ?? current}
          onClick={() => open('')}
          onChange={({ target }) => open(target.value)}
          onBlur={() => setTyped(undefined)}
          onKeyDown={onKeyDown}
        />
        <div className="popup" hidden={!isOpen}>
          <div id={`${id}-list`} role="listbox" aria-label="Tags" tabIndex={-1}>
            {isOpen &&
              choices.map((choice, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
                <div
                  key={index}
                  id={`${id}-${index}`}
                  ref={(row) => {
                    if (index === active) row?.scrollIntoView({ block: 'nearest' })
                  }}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  // The focus stays in the input.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => take(choice)}
                >
                  <bdi>{choice.label}</bdi>
                </div>
              ))}
          </div>
          {!hasAllTags && <p className="hint">Tags of the plants loaded so far.</p>}
        </div>
      </div>
      {tag !== undefined && <QuietButton onClick={showAll}>Show all</QuietButton>}
    </div>
  )
}
