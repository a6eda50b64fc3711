// All loaded plants, for paper only: the list on the screen has just a few rows.
import type { Plant } from '@plant-collection/client'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useWindowEvent } from './browser-state.ts'
import { Ago } from './texts.tsx'

export function PrintedPlants({ plants }: { plants: Plant[] }) {
  const [isPrinting, setPrinting] = useState(false)
  // The browser prints what is there after the event.
  useWindowEvent('beforeprint', () => flushSync(() => setPrinting(true)))
  useWindowEvent('afterprint', () => setPrinting(false))
  if (!isPrinting) return null
  return (
    <ul className="printed">
      {plants.map(({ id, name, tag, createdAt }) => (
        <li key={id}>
          <bdi>{name}</bdi>
          <Ago at={createdAt} />
          <bdi>{tag}</bdi>
        </li>
      ))}
    </ul>
  )
}
