// One line about what has just happened, shown at the bottom and read aloud by screen readers.
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

const shownMs = 6_000

const Say = createContext<(text: string) => void>(() => {})

/** @returns A function that shows a text for some seconds. */
export const useNotice = () => useContext(Say)

export function NoticeProvider({ children }: { children: ReactNode }) {
  // A new object for each notice, so that the same text twice is shown twice.
  const [notice, setNotice] = useState({ text: '' })
  useEffect(() => {
    const timer = setTimeout(() => setNotice((shown) => (shown.text ? { text: '' } : shown)), shownMs)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <Say value={(text) => setNotice({ text })}>
      {children}
      <p className="notice" role="status">
        <bdi>{notice.text}</bdi>
      </p>
    </Say>
  )
}
