// One line about what has just happened, shown at the bottom and read aloud by screen readers.
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

const shownMs = 6_000

interface Options {
  /** For a change that is easy to see: only screen readers get the text. */
  isOnlyRead?: boolean
}

const Notify = createContext<(text: string, options?: Options) => void>(() => {})

/** @returns A function that shows a text for some seconds. */
export const useNotify = () => useContext(Notify)

export function NoticeProvider({ children }: { children: ReactNode }) {
  // A new object for each notice, so that the same text twice is shown twice.
  const [notice, setNotice] = useState<{ text: string } & Options>({ text: '' })
  useEffect(() => {
    const timer = setTimeout(() => setNotice((notice) => (notice.text ? { text: '' } : notice)), shownMs)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <Notify value={(text, options) => setNotice({ text, ...options })}>
      {children}
      <p className={notice.isOnlyRead ? 'visually-hidden' : 'notice'} role="status">
        <bdi>{notice.text}</bdi>
      </p>
    </Notify>
  )
}
