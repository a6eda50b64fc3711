/** The page cannot send a request. The message is a sentence for the reader. */
export class Unsendable extends Error {
  override readonly name = 'Unsendable'
}
