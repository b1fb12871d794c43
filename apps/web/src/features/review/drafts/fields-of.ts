import { commentFieldsSchema, pictureTextSchema } from '@pinmark/shared/entities/comment'
import * as z from 'zod/mini'
import type { Draft } from './draft'

const captionFieldsSchema = z.object({
  commenter: commentFieldsSchema.shape.commenter,
  text: pictureTextSchema,
})

/** The schema for the fields of a message. A message with a picture needs no text. */
export function fieldsOf({ pictures }: { pictures?: readonly unknown[] | undefined }) {
  return pictures && pictures.length > 0 ? captionFieldsSchema : commentFieldsSchema
}

export function picturesWords({ pictures: { length } }: Draft): string {
  return length === 1 ? '1 picture' : `${length} pictures`
}
