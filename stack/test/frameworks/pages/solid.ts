// Without JSX, this page calls the functions that the compiler of Solid would call.
import { insert, render } from 'solid-js/web'
import { useObserver } from '../../../solid/index.ts'
import { deleteLamps, editLamp, main, onLeave, show } from './page.ts'

function Page() {
  const edit = useObserver(editLamp())
  const deletions = useObserver(deleteLamps())
  const paragraph = document.createElement('p')
  insert(paragraph, () => show(edit(), deletions()))
  return paragraph
}

onLeave(render(Page, main))
