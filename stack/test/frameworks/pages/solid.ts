// Without JSX: with the functions that its compiler calls.
import { createMemo, createSignal, mapArray, untrack } from 'solid-js'
import { insert, render } from 'solid-js/web'
import { useObserver } from '../../../solid/index.ts'
import { deleteLamps, editLamp, lamps, onLeave, toForm, toRow, type View } from './page.ts'

function toElement(tag: string, view: () => View): HTMLElement {
  const toButton = ([label, onclick]: View['buttons'][0]) =>
    Object.assign(document.createElement('button'), { type: 'button', textContent: label, onclick })
  const element = document.createElement(tag)
  insert(element, () => view().text, null)
  insert(
    element,
    mapArray(() => view().buttons, toButton),
    null,
  )
  return element
}

function Form(id: string) {
  const edit = useObserver(editLamp(id))
  const form = toElement('form', () => toForm(edit()))
  form.prepend(document.createElement('input'))
  return form
}

function Lamps() {
  const list = useObserver(lamps)
  const deletions = useObserver(deleteLamps())
  const [edited, setEdited] = createSignal<string>()
  const rows = mapArray(list, (lamp) => toElement('li', () => toRow(lamp, deletions(), setEdited)))
  const section = document.createElement('section')
  insert(section.appendChild(document.createElement('ul')), rows)
  const form = createMemo(() => {
    const id = edited()
    return id && untrack(() => Form(id))
  })
  insert(section, form, null)
  return section
}

const main = document.body.appendChild(document.createElement('main'))
onLeave(render(Lamps, main))
