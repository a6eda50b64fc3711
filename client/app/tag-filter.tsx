// Chooses which plants the list shows: all, those with one tag, or those without a tag.
import { useId, useRef } from 'react'

interface TagFilterProps {
  tag: string | undefined
  /** The tags of the plants that have been read. */
  tags: string[]
  /** Whether the person has no other tags. */
  hasAllTags: boolean
  onTag: (tag: string | undefined) => void
}

// A tag may be any text, so the other choices need values that are not tags: options are numbered.
const all = 'all'
const untagged = 'untagged'

export function TagFilter({ tag, tags, hasAllTags, onTag }: TagFilterProps) {
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)
  const shown = tag === undefined || tag === '' || tags.includes(tag) ? tags : [...tags, tag]
  const value = tag === undefined ? all : tag === '' ? untagged : String(shown.indexOf(tag))
  return (
    <div className="filter">
      <label htmlFor={id}>Show</label>
      <select
        id={id}
        ref={select}
        value={value}
        onChange={({ target }) => {
          if (target.value === all) onTag(undefined)
          else onTag(target.value === untagged ? '' : shown[Number(target.value)])
        }}
      >
        <option value={all}>All plants</option>
        <option value={untagged}>Without a tag</option>
        {shown.length > 0 && (
          <optgroup label={hasAllTags ? 'With the tag' : 'With the tag (scroll down to load more tags)'}>
            {shown.map((choice, index) => (
              <option key={choice} value={index}>
                {choice}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      {tag !== undefined && (
        <button
          type="button"
          onClick={() => {
            onTag(undefined)
            // This button disappears.
            select.current?.focus()
          }}
        >
          Show all
        </button>
      )}
    </div>
  )
}
