// Public exports of @plant-collection/client/vue.

export { useObserver } from 'contract-stack/vue'
