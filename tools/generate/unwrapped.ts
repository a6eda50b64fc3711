/**
 * Joins the lines of each paragraph and list item of a Markdown text. The search of Redoc would join the last word of a line
 * with the first word of the next one.
 */
export function unwrapped(markdown: string): string {
  return markdown
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part) => (part.startsWith('```') ? part : part.replace(/(?<=[^\s|])\n *(?![\s|#>]|[-*+] |\d+\. |```)/g, ' ')))
    .join('')
}
