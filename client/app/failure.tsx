// The message of a failed read, with a button that retries the read.
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { explain } from './explain.ts'

interface FailureProps {
  error: Error
  onRetry: () => void
  /** Text before the reason. */
  children?: ReactNode
}

export const Failure = ({ error, onRetry, children }: FailureProps) => (
  <div className="banner" role="alert">
    <p>
      {children}
      {explain(error)}
    </p>
    <Button onClick={onRetry}>Try again</Button>
  </div>
)
