// The name and the tag of a plant, within a sentence.
import type { FieldTexts } from './field-rules.ts'

export function PlantTexts({ of: { name, tag } }: { of: FieldTexts }) {
  return (
    <>
      <bdi>“{name}”</bdi>
      {tag && (
        <>
          {' '}
          with the tag <bdi>“{tag}”</bdi>
        </>
      )}
    </>
  )
}
