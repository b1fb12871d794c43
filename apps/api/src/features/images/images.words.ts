import type { Words } from '../../http/words'

export const imagesWords = {
  loadImage: {
    topic: 'Images',
    summary: 'Load a picture',
    description:
      'rendition is view, narrow, thumbnail or jpeg. The id is the _id of an image in a project, or its thumbnail, and ' +
      'is a capability: it needs no header. Its picture never changes: keep it as long as you like. The id from a link ' +
      'ends with it, at most a minute after the link is closed, replaced or past its end, or the project is trashed. The owner ' +
      'gets ids of their own, which end when the project is trashed, the password changes, the owner logs out ' +
      'everywhere or deletes the account. Takes If-None-Match and Range. narrow is a lighter picture for small ' +
      'screens; a version without narrowWidth has none.',
    answer: 'The bytes.',
    errors: ['image_not_found'],
  },
} satisfies Record<string, Words>
