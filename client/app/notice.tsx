// A notice at the bottom of the page that says what has just happened. Screen readers read it aloud.
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

const visibleMs = 6_000

interface NoticeOptions {
  /** Hides the text from view, because the change is easy to see. */
  screenReaderOnly?: boolean
}

const Notify = createContext<(text: string, options?: NoticeOptions) => void>(() => {})

/** Returns a function that shows a text for some seconds. */
export const useNotify = () => useContext(Notify)

export function NoticeProvider({ children }: { children: ReactNode }) {
  // A new object for each notice: the same text again restarts the timer.
  const [notice, setNotice] = useState<{ text: string } & NoticeOptions>({ text: '' })
  useEffect(() => {
    const timer = setTimeout(() => setNotice((notice) => (notice.text ? { text: '' } : notice)), visibleMs)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <Notify value={(text, options) => setNotice({ text, ...options })}>
      {children}
      <p className={notice.screenReaderOnly ? 'visually-hidden' : 'notice'} role="status">
        {notice.text && <bdi>{notice.text}</bdi>}
      </p>
    </Notify>
  )
}
