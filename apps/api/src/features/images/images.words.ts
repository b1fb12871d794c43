import type { Words } from '../../http/words'

export const imagesWords = {
  loadImage: {
    topic: 'Images',
    summary: 'Load a picture',
    description:
      'rendition is view, narrow, thumbnail or jpeg. The id is the _id of an image in a project, or its thumbnail, and ' +
      'is a capability: it needs no header. Its picture never changes: keep it as long as you like. The id that a link ' +
      'gave out ends with the link, at most a minute after it is closed, replaced, past its end or trashed. The owner ' +
      'gets ids of their own, which end when the project is trashed, the password changes, the owner logs out ' +
      'everywhere or deletes the account. Takes If-None-Match and Range. narrow is a lighter picture for small ' +
      'screens; where a version has no narrowWidth there is none.',
    answer: 'The bytes.',
    errors: ['image_not_found'],
  },
} satisfies Record<string, Words>
