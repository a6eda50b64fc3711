import { createApp, defineComponent } from 'vue'
import { useObserver } from '../../../vue/index.ts'
import { deleteLamps, editLamp, main, onLeave, show } from './page.ts'

const Page = defineComponent(() => {
  const edit = useObserver(editLamp())
  const deletions = useObserver(deleteLamps())
  return () => show(edit.value, deletions.value)
})

const app = createApp(Page)
app.mount(main)
onLeave(() => app.unmount())
