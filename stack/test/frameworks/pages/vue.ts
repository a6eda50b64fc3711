import { createApp, defineComponent, h, ref } from 'vue'
import { useObserver } from '../../../vue/index.ts'
import { deleteLamps, editLamp, lamps, onLeave, toForm, toRow, type View } from './page.ts'

const toNodes = ({ text, buttons }: View) => [
  text,
  ...buttons.map(([label, onClick]) => h('button', { type: 'button', key: label, onClick }, label)),
]

const Form = defineComponent(
  ({ id }: { id: string }) => {
    const edit = useObserver(editLamp(id))
    return () => h('form', [h('input'), toNodes(toForm(edit.value))])
  },
  { props: ['id'] },
)

const Lamps = defineComponent(() => {
  const list = useObserver(lamps)
  const deletions = useObserver(deleteLamps())
  const edited = ref<string>()
  const edit = (id: string) => {
    edited.value = id
  }
  return () => [
    h(
      'ul',
      list.value.map((lamp) => h('li', { key: lamp.id }, toNodes(toRow(lamp, deletions.value, edit)))),
    ),
    edited.value && h(Form, { key: edited.value, id: edited.value }),
  ]
})

const app = createApp(Lamps)
app.mount(document.body.appendChild(document.createElement('main')))
onLeave(() => app.unmount())
