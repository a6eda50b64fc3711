// Public exports of @plant-collection/client/svelte.

export { useObserver } from 'contract-stack/svelte'
