import { endpoint } from './endpoint'

const bytes = { contentTypes: ['image/webp', 'image/jpeg', 'image/png'] }

export const loadImage = endpoint({
  method: 'GET',
  path: '/images/:imageId/:rendition',
  access: 'visitor',
  answers: { 200: bytes, 206: bytes, 304: null, 416: null },
})
