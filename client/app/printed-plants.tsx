// All loaded plants, for paper only: the list on the screen has just a few rows.
import type { Plant } from '@plant-collection/client'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Ago } from './texts.tsx'

export function PrintedPlants({ plants }: { plants: Plant[] }) {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const subscription = new AbortController()
    const { signal } = subscription
    // The browser prints what is there after the event.
    addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), { signal })
    addEventListener('afterprint', () => setPrinting(false), { signal })
    return () => subscription.abort()
  }, [])
  if (!isPrinting) return null
  return (
    <ul className="printed">
      {plants.map(({ id, name, tag, createdAt }) => (
        <li key={id} className="plant">
          <bdi className="name">{name}</bdi>
          <Ago at={createdAt} />
          <bdi>{tag}</bdi>
        </li>
      ))}
    </ul>
  )
}
