// The public name of @plant-collection/client/solid.

export { useObserver } from 'contract-stack/solid'
