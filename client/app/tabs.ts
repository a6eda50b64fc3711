// Messages to the other tabs of this browser.
import { plantKeys, shareChanges } from '@plant-collection/client/query'
import type { QueryClient } from '@tanstack/react-query'

type Message = 'read the lists' | 'signed out'

let channel: BroadcastChannel | undefined

/**
 * Shares changes with the other tabs.
 * @param principal Tabs of another principal are told nothing.
 * @param onSignOut Called when the user signs out in another tab.
 */
export function shareWithTabs(queries: QueryClient, principal: string, onSignOut: () => void): void {
  channel = new BroadcastChannel(`plants of ${principal} at ${new URL('.', document.baseURI)}`)
  shareChanges(queries, '/plants', {}, channel)
  channel.addEventListener('message', ({ data }) => {
    if (data === ('signed out' satisfies Message)) onSignOut()
    if (data === ('read the lists' satisfies Message)) void queries.invalidateQueries({ queryKey: plantKeys.lists })
  })
}

export const tellTabs = (message: Message) => channel?.postMessage(message)
