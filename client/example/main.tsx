// The example app: a person looks after a plant collection. It shows how to use the client and its hooks.
import './style.css'
import { createPlantClient } from '@plant-collection/client'
import { PlantsProvider } from '@plant-collection/client/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { NoticeProvider } from './notice.tsx'
import { type SignIn, signIn } from './sign-in.ts'

const root = createRoot(document.getElementById('app') ?? document.body)

const queryClient = new QueryClient({
  defaultOptions: {
    // Without a connection, a call fails and says so. It is not kept to be sent later.
    queries: { networkMode: 'always', staleTime: 10_000 },
    mutations: { networkMode: 'always' },
  },
})

signIn().then(show, (error: Error) => root.render(<NotSignedIn reason={error.message} />))

function show({ token, again }: SignIn) {
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
            <App client={client} signInAgain={again} />
          </NoticeProvider>
        </PlantsProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}

function NotSignedIn({ reason }: { reason: string }) {
  return (
    <main>
      <h1>You are not signed in</h1>
      <p>The sign-in did not succeed. {reason}</p>
      <p>
        <a href="./">Sign in</a>
      </p>
    </main>
  )
}
