import express from 'express'
import { pino } from 'pino'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { AppError } from '@pinmark/shared/errors'
import { answerError } from '../error-handler'

test('an error after the headers of a file were set is sent without them, as JSON', async () => {
  const ofFile = {
    'Content-Type': 'image/webp',
    'Content-Disposition': 'attachment; filename="home.webp"',
    'Content-Range': 'bytes 0-9/100',
    'Accept-Ranges': 'bytes',
    ETag: '"home"',
  }
  const app = express()
    .use((_req, res) => {
      res.status(206).set(ofFile)
      throw new AppError('image_not_found')
    })
    .use(answerError(pino({ level: 'silent' })))

  const { status, headers, body } = await supertest(app).get('/')

  expect({ status, body }).toMatchObject({ status: 404, body: { code: 'image_not_found' } })
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  for (const name of ['content-disposition', 'content-range', 'accept-ranges'])
    expect(headers).not.toHaveProperty(name)
  expect(headers['etag']).not.toBe(ofFile.ETag)
})
