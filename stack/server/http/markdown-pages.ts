/**
 * The section of one operation, as a page of its own below `/docs/`.
 * @param markdown The whole docs (generated/docs.md), where an anchor starts each section.
 */
export function operationMarkdown(markdown: string, operationId: string): string {
  const anchor = `<a id="${encodeURIComponent(operationId)}"></a>\n\n`
  const start = markdown.indexOf(anchor)
  if (start === -1) throw new Error(`generated/docs.md has no ${operationId}. Run make generate.`)
  const after = markdown.slice(start + anchor.length)
  const end = after.indexOf('<a id="')
  const section = after.slice(0, end === -1 ? undefined : end).trimEnd()
  return `${section.replaceAll('](#', '](../docs.md#').replaceAll('](problems/', '](../problems/')}\n`
}
