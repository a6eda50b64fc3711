// Messages to the other tabs of this browser.
import { plantKeys, shareChanges } from '@plant-collection/client/query'
import type { QueryClient } from '@tanstack/react-query'

type Message = 'refetch lists' | 'signed out'

let channel: BroadcastChannel | undefined

/**
 * Shares changes with the other tabs.
 * @param principal Tabs of a different principal get no message.
 * @param onSignOut Called when the user signs out in another tab.
 */
export function shareWithTabs(queryClient: QueryClient, principal: string, onSignOut: () => void): void {
  channel = new BroadcastChannel(`plants of ${principal} at ${new URL('.', document.baseURI)}`)
  shareChanges(queryClient, '/plants', {}, channel)
  channel.addEventListener('message', ({ data }) => {
    if (data === ('signed out' satisfies Message)) onSignOut()
    if (data === ('refetch lists' satisfies Message)) void queryClient.invalidateQueries({ queryKey: plantKeys.lists })
  })
}

export const tellTabs = (message: Message) => channel?.postMessage(message)
