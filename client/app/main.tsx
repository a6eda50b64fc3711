// The example app: the plant collection of a user. It shows how to use the client and its hooks. This file signs in and
// creates the client; app.tsx is the page.
/// <reference types="vite/client" />
import './style.css'
import './forms.css'
import { createPlantClient } from '@plant-collection/client'
import { PlantsProvider } from '@plant-collection/client/react'
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { NotSignedIn as NoSession } from 'contract-stack/development-session'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { forgetDrafts, restoreDrafts } from './drafts.ts'
import type { SignIn } from './identity-provider.ts'
import { NoticeProvider } from './notice.tsx'
import { signIn } from './sign-in.ts'
import { shareWithTabs, tellTabs } from './tabs.ts'

const root = createRoot(document.getElementById('app') ?? document.body)

const queryClient = new QueryClient({
  defaultOptions: {
    // Without a connection, a call fails at once. TanStack Query would pause it until the browser is online.
    queries: { networkMode: 'always', staleTime: 10_000, refetchOnReconnect: 'always' },
    // Reading all pages of a large collection again is slow, so each mutation changes the lists itself.
    mutations: { networkMode: 'always', meta: { refreshLists: false } },
  },
})

// `onlineManager` starts as online, even in an offline browser.
onlineManager.setOnline(navigator.onLine)

signIn().then(show, async (error: Error) => {
  const { NotSignedIn } = await import('./not-signed-in.tsx')
  root.render(<NotSignedIn reason={error.message} takesKey={error instanceof NoSession} />)
})

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Without a service worker, for example if the browser refuses it, the page needs a connection to load.
  navigator.serviceWorker.register('service-worker.js').catch(() => {})
}

function show({ principal, token, signInAgain, signOutText, signOut }: SignIn) {
  restoreDrafts(principal)
  shareWithTabs(queryClient, principal, endSession)

  /** Removes all data of the collection from this tab. Back does not restore it. */
  function endSession() {
    root.unmount()
    forgetDrafts()
    addEventListener('pageshow', () => location.reload())
    void signOut().then((address) => location.replace(address))
  }
  function endAllSessions() {
    tellTabs('signed out')
    endSession()
  }
  const client = createPlantClient({
    baseUrl: new URL('.', document.baseURI).href,
    token,
    // A deletion that is sent while the page closes must outlive the page.
    fetch: (request) => fetch(request.method === 'DELETE' ? new Request(request, { keepalive: true }) : request),
  })
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <PlantsProvider client={client}>
          <NoticeProvider>
            <App signInAgain={signInAgain} signOutText={signOutText} onSignOut={endAllSessions} />
          </NoticeProvider>
        </PlantsProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}
