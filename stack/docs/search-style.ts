/** The style of the search. The variables are those of Redoc, in light and dark. */
export const dialogStyle = `
dialog {
  box-sizing: border-box; width: min(44rem, 100vw); max-width: none; margin: 8vh auto auto; padding: 1rem;
  color: var(--text-color-primary); background: var(--bg-color); font-family: var(--font-family-base), sans-serif;
  border: 1px solid var(--text-color-helper); border-radius: 10px;
}
dialog[open] { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: end; gap: .6rem }
dialog::backdrop { background: rgb(0 0 0 / 50%) }
label { display: grid; gap: .2rem; font-weight: 600 }
input, button {
  box-sizing: border-box; width: 100%; padding: .5rem .7rem; font: inherit; font-weight: 400; color: inherit;
  background: var(--bg-color); border: 1px solid var(--text-color-helper); border-radius: 6px;
}
input::-webkit-search-cancel-button { display: none }
button { cursor: pointer }
p { grid-column: 1 / -1; margin: 0; font-size: .875rem; color: var(--text-color-secondary) }
p:empty { display: none }
ul { grid-column: 1 / -1; margin: 0; padding: 0; list-style: none; max-height: 60vh; overflow-y: auto }
ul:empty { display: none }
a { display: block; padding: .5rem .7rem; color: inherit; text-decoration: none; border-radius: 6px; overflow-wrap: anywhere }
a:hover { background: var(--bg-color-tonal) }
a span { display: block; font-size: .875rem }
small { color: var(--text-color-secondary) }
mark { color: inherit; background: none; font-weight: 700; text-decoration: underline; text-underline-offset: .15em }
:focus-visible { outline: 3px solid var(--link-color-primary); outline-offset: -3px }
`
