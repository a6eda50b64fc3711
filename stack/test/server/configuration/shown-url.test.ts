import { expect, it } from 'vitest'
import { shownUrl } from '../../../server/configuration/shown-url.ts'

it.each([
  ['https://id.example.com:8443/realms/rooms', 'https://id.example.com:8443/realms/rooms'],
  ['127.0.0.1', '127.0.0.1'],
  ['::1', '::1'],
  ['https://user@id.example', 'https://***@id.example'],
  ['https://user:secret@id.example/a@b', 'https://***@b'],
  ['https:user:secret@id.example', 'https:***@id.example'],
  ['HTTPS:\\\\user:secret@id.example', 'HTTPS:***@id.example'],
  ['https://user:se/cr?et#@id.example', 'https://***@id.example'],
  ['https://user:sec\nret@id.example', 'https://***@id.example'],
  ['user:secret@id.example', 'user:***@id.example'],
  ['https://id.example?key=secret#x', 'https://id.example?***'],
  ['https://id.example/#secret\nsecret', 'https://id.example/#***'],
  ['https://id.example?', 'https://id.example?'],
])('a message shows the URL %j as %j', (url, shown) => {
  expect(shownUrl(url)).toBe(shown)
})
