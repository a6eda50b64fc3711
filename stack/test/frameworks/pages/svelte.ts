import { mount, unmount } from 'svelte'
import Lamps from './lamps.svelte'
import { onLeave } from './page.ts'

const lamps = mount(Lamps, { target: document.body.appendChild(document.createElement('main')) })
onLeave(() => void unmount(lamps))
