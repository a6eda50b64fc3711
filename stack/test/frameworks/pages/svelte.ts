import { mount, unmount } from 'svelte'
import Page from './page.svelte'
import { main, onLeave } from './page.ts'

const page = mount(Page, { target: main })
onLeave(() => void unmount(page))
