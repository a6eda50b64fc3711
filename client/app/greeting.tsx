// What this page is, for a first visit.
import { useState } from 'react'
import { Button } from './button.tsx'

const storedAs = 'greeted'

export function About() {
  return (
    <p>
      This is an example app of the Plant Collection Service: a list that several people can change at the same time,
      even with a bad connection. The <a href="docs">docs</a> explain the API.
    </p>
  )
}

/** Until the person closes it. */
export function Greeting() {
  const [isNew, setNew] = useState(localStorage.getItem(storedAs) === null)
  if (!isNew) return null
  return (
    <section className="card greeting" aria-labelledby="welcome">
      <h2 id="welcome">Welcome to your plant collection</h2>
      <About />
      <Button
        onClick={() => {
          localStorage.setItem(storedAs, 'yes')
          setNew(false)
          document.getElementById('your-plants')?.focus()
        }}
      >
        Close
      </Button>
    </section>
  )
}

export const Leaf = () => <img src="favicon.ico" alt="" width="28" height="28" />
