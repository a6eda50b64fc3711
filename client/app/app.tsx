// The page: add, filter, and the list.
import type { Plant, PlantClient } from '@plant-collection/client'
import { lazy, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react'
import { AddPlant } from './add-plant.tsx'
import { DeletionsProvider } from './deletions.tsx'
import { PlantList } from './plant-list.tsx'
import { TagFilter } from './tag-filter.tsx'

const ImportPlants = lazy(() => import('./import-plants.tsx'))

interface AppProps {
  client: PlantClient
  /** Signs in again. `undefined` if that is not necessary. */
  signInAgain: (() => void) | undefined
}

export function App({ client, signInAgain }: AppProps) {
  const [tag, setTag] = useState<string>()
  const [tags, setTags] = useState<string[]>([])
  const [hasAllTags, setAllTags] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const isOnline = useOnline()
  const tagListId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const learnTags = useCallback((plants: Plant[], isAll: boolean) => {
    setTags((known) => withTagsOf(known, plants))
    setAllTags((before) => before || isAll)
  }, [])
  return (
    <DeletionsProvider client={client}>
      <header>
        <div className="bar">
          <h1>
            <Leaf />
            Plant collection
          </h1>
          <nav>
            <button type="button" onClick={() => setImporting(true)}>
              Import
            </button>
            {signInAgain && (
              <button type="button" onClick={signInAgain}>
                Sign in again
              </button>
            )}
            <a href="docs">Docs</a>
          </nav>
        </div>
      </header>
      <div className="scroller" ref={scroller}>
        <main>
          {!isOnline && (
            <p className="banner" role="status">
              You are offline. You can read what is here; changes need a connection.
            </p>
          )}
          <AddPlant client={client} tagListId={tagListId} />
          <section aria-labelledby="your-plants">
            <div className="list-head">
              <div>
                <h2 id="your-plants">Your plants</h2>
                <p className="hint order">Oldest first. Plants you just added are on top.</p>
              </div>
              <TagFilter tag={tag} tags={tags} hasAllTags={hasAllTags} onTag={setTag} />
            </div>
            <PlantList
              client={client}
              tag={tag}
              tagListId={tagListId}
              scroller={scroller}
              onTag={setTag}
              onRead={learnTags}
            />
          </section>
          <datalist id={tagListId}>
            {tags.map((known) => (
              <option key={known} value={known} />
            ))}
          </datalist>
        </main>
      </div>
      {isImporting && (
        <Suspense>
          <ImportPlants client={client} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </DeletionsProvider>
  )
}

const mostTags = 200

function withTagsOf(known: string[], plants: Plant[]): string[] {
  const all = new Set(known)
  for (const { tag } of plants) if (tag !== '' && all.size < mostTags) all.add(tag)
  return all.size === known.length ? known : [...all].sort((a, b) => a.localeCompare(b))
}

function useOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const update = () => setOnline(navigator.onLine)
    addEventListener('online', update)
    addEventListener('offline', update)
    return () => {
      removeEventListener('online', update)
      removeEventListener('offline', update)
    }
  }, [])
  return isOnline
}

function Leaf() {
  return (
    <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
      <path
        d="M4 21c1-7 5-11 10-13M8 17C3 8 11 3 21 3c0 10-5 17-13 14z"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
