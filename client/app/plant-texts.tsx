// The name and the tag of a plant, within a sentence.
import type { FieldTexts } from './field-rules.ts'

export function PlantTexts({ plant: { name, tag } }: { plant: FieldTexts }) {
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
