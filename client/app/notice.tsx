// A notice of what has just happened, at the bottom of the page. Screen readers read it aloud.
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

const visibleMs = 6_000

interface Options {
  /** Whether only screen readers get the text, because the change is easy to see. */
  isForScreenReaders?: boolean
}

const Notify = createContext<(text: string, options?: Options) => void>(() => {})

/** Returns a function that shows a text for some seconds. */
export const useNotify = () => useContext(Notify)

export function NoticeProvider({ children }: { children: ReactNode }) {
  // A new object for each notice, so that the same text twice is shown twice.
  const [notice, setNotice] = useState<{ text: string } & Options>({ text: '' })
  useEffect(() => {
    const timer = setTimeout(() => setNotice((notice) => (notice.text ? { text: '' } : notice)), visibleMs)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <Notify value={(text, options) => setNotice({ text, ...options })}>
      {children}
      <p className={notice.isForScreenReaders ? 'visually-hidden' : 'notice'} role="status">
        {notice.text && <bdi>{notice.text}</bdi>}
      </p>
    </Notify>
  )
}
