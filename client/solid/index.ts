// Public exports of @plant-collection/client/solid.

export { useObserver } from 'contract-stack/solid'
