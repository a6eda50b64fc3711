import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { LampClientProvider, useLampDeletions, useLampEdit, useLamps } from '../../support/lamp-hooks.ts'
import { client, onLeave, queries, toForm, toRow, type View } from './page.ts'

function Parts({ text, buttons }: View) {
  const children = buttons.map(([label, press]) => (
    <button key={label} type="button" onClick={press}>
      {label}
    </button>
  ))
  return [text, ...children]
}

function Form({ id }: { id: string }) {
  const edit = useLampEdit(id)
  return (
    <form>
      <input />
      <Parts {...toForm(edit)} />
    </form>
  )
}

function Lamps() {
  const { data: lamps = [] } = useLamps()
  const deletions = useLampDeletions()
  const [edited, setEdited] = useState<string>()
  const rows = lamps.map((lamp) => (
    <li key={lamp.id}>
      <Parts {...toRow(lamp, deletions, setEdited)} />
    </li>
  ))
  return (
    <>
      <ul>{rows}</ul>
      {edited && <Form id={edited} />}
    </>
  )
}

const root = createRoot(document.body.appendChild(document.createElement('main')))
root.render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <LampClientProvider client={client}>
        <Lamps />
      </LampClientProvider>
    </QueryClientProvider>
  </StrictMode>,
)
onLeave(() => root.unmount())
