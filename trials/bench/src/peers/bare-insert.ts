// The limit of posting a comment: Express, one raw insert with the same write concern, and nothing else.
import { createServer } from 'node:http'
import express from 'express'
import { MongoClient } from 'mongodb'
import { listen } from './listen'

const client = new MongoClient(process.env['MONGODB_URI'] ?? '', {
  writeConcern: { w: 'majority', journal: true },
  maxPoolSize: 50,
})
await client.connect()
const comments = client.db('bare').collection('comments')
await comments.createIndex({ project: 1, number: 1 })

const app = express()
app.use(express.json())
app.post('/comment/add/:projectId', async (req, res) => {
  const comment = { project: req.params.projectId, ...req.body }
  await comments.insertOne(comment)
  res.status(201).json(comment)
})
await listen(createServer(app))
