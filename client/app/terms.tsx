// A list of terms, each with its description.
import type { ReactNode } from 'react'

export const Terms = ({ rows }: { rows: [term: ReactNode, text: ReactNode][] }) => (
  <dl>
    {rows.map(([term, text], index) => (
      <div key={index}>
        <dt>{term}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)
