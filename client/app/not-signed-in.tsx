// The page for users who are not signed in: what the app is, and how to sign in.
import type { FormEvent } from 'react'
import { About, Leaf } from './about.tsx'

/** @param takesKey Whether the service prints links with a key. */
export function NotSignedIn({ reason, takesKey }: { reason: string; takesKey: boolean }) {
  function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('key')).trim()
    // The page reloads with this key (development-session.ts).
    location.hash = `#key=${text.slice(text.lastIndexOf('=') + 1)}`
  }
  return (
    <main className="not-signed-in">
      <h1>
        <Leaf />
        Plant collection
      </h1>
      <About />
      <div className="card stack">
        <h2>You are not signed in</h2>
        <p role="alert">{reason}</p>
        {takesKey && (
          <>
            <form className="edit" onSubmit={signIn}>
              <label htmlFor="key">Link or key</label>
              <input id="key" name="key" required autoComplete="off" spellCheck={false} />
              <button type="submit" className="primary">
                Sign in
              </button>
            </form>
            <p className="hint">
              Each link works once. The service prints a new one at each <code>make start</code> and after each sign-in.
            </p>
          </>
        )}
        {!takesKey && <a href="./">Sign in</a>}
      </div>
    </main>
  )
}
