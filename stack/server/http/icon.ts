// The icon of the service in the tabs of a browser: a seedling.

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<path d="M16 30V15" fill="none" stroke="#1b6e3a" stroke-width="3" stroke-linecap="round"/>
<path d="M16 20C6 20 3 13 3 7c8 0 13 4 13 13z" fill="#3a9d5d"/>
<path d="M16 15c0-8 5-12 13-12 0 7-4 12-13 12z" fill="#1b6e3a"/>
</svg>
`
