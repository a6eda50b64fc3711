/** The style of a form. The variables are those of Redoc, in light and dark. */
export const style = `
:host { display: block; margin: 1rem 0; color: var(--text-color-primary) }
details { border: 1px solid var(--border-color-primary); border-radius: 8px; padding: 0 1rem }
summary { cursor: pointer; padding: .6rem 0; font-weight: 600 }
form, label, .part { display: grid; grid-template-columns: minmax(0, 1fr) }
form, .part { gap: .6rem }
form { padding-bottom: 1rem }
.part:empty { display: none }
label { gap: .2rem }
input, select, textarea, button {
  box-sizing: border-box; width: 100%; padding: .45rem .6rem; font: inherit; color: inherit;
  background: var(--bg-color); border: 1px solid var(--text-color-helper); border-radius: 6px;
}
input, textarea, pre { font-family: var(--font-family-monospaced); font-size: .85em }
label:has([type=checkbox]) { display: flex; flex-direction: row-reverse; justify-content: flex-end; gap: .4rem }
[type=checkbox] { width: auto }
input::placeholder { color: var(--text-color-description); opacity: 1 }
button { width: auto; justify-self: start; cursor: pointer }
button[type=submit] { color: #fff; background: #1b6e3a; border-color: #1b6e3a; font-weight: 600 }
button[disabled] { opacity: .6; cursor: wait }
:focus-visible { outline: 3px solid var(--link-color-primary); outline-offset: 2px }
.output { padding-bottom: 1rem; overflow-wrap: anywhere }
.output:empty { display: none }
.output details, .curl { padding: 0 .6rem }
.curl { margin-bottom: 1rem }
.output button { margin-top: .6rem }
img { max-width: 100%; max-height: 24rem }
a { color: var(--link-color-primary) }
form p { margin: 0 }
small { color: var(--text-color-secondary); margin-top: -.4rem; overflow-wrap: anywhere }
pre {
  margin: 0 0 .6rem; padding: .6rem; max-height: 24rem; overflow: auto; white-space: pre-wrap;
  background: var(--bg-color-tonal); border: 1px solid var(--border-color-secondary); border-radius: 6px;
}
@media print { :host { display: none } }
`
