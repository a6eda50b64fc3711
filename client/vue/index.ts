// The public name of @plant-collection/client/vue.

export { useObserver } from 'contract-stack/vue'
